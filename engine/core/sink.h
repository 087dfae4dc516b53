/*
 * sink.h - how the engine describes things without knowing a format.
 *
 * Whoever wants a view or an event as text passes a sink; the engine calls
 * it for each member, in order.  Inside an object `key` is the member's name,
 * inside an array it is NULL.  Texts are valid during the call only.  A sink
 * that fails remembers it; the engine does not ask.
 */
#ifndef MEEPLED_ENGINE_SINK_H
#define MEEPLED_ENGINE_SINK_H

struct sink {
	void (*object)(struct sink *, const char *key);	/* until end() */
	void (*array)(struct sink *, const char *key);	/* until end() */
	void (*end)(struct sink *);
	void (*number)(struct sink *, const char *key, long value);
	void (*text)(struct sink *, const char *key, const char *value);
	void (*flag)(struct sink *, const char *key, int value);
	void (*null)(struct sink *, const char *key);
};

static inline void sink_object(struct sink *s, const char *key) { s->object(s, key); }
static inline void sink_array(struct sink *s, const char *key) { s->array(s, key); }
static inline void sink_end(struct sink *s) { s->end(s); }
static inline void sink_number(struct sink *s, const char *key, long v) { s->number(s, key, v); }
static inline void sink_text(struct sink *s, const char *key, const char *v) { s->text(s, key, v); }
static inline void sink_flag(struct sink *s, const char *key, int v) { s->flag(s, key, v); }
static inline void sink_null(struct sink *s, const char *key) { s->null(s, key); }

#endif
