/*
 * artwork.c - see artwork.h.
 */
#include "api/artwork.h"

#include <math.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EMBED(name, file) \
	extern const char name[]; \
	__asm__(".pushsection .rodata\n" #name ":\n.incbin \"" file "\"\n.byte 0\n.popsection\n")
EMBED(artwork_plain_svg, "api/plain.svg");
EMBED(artwork_plain_css, "api/plain.css");
EMBED(artwork_picture_css, "api/picture.css");

enum { FACE_BYTES_MAX = 64 * 1024 };

struct artwork {
	const struct ruleset *ruleset;
	const struct tileset *ts;
	const char *svg, *css;
	char csp[160];
	struct drawn { char *text; size_t size; struct plate plate; } face[TILESET_FACES_MAX];
};

int artwork_has(const struct artwork *a, const char *id)
{
	char text[80];

	snprintf(text, sizeof(text), " id=\"%s\"", id);
	return strstr(a->svg, text) != NULL;
}

/* How many of NAME-0, NAME-1 … there are. */
static int looks(const struct artwork *a, const char *name)
{
	char id[40];
	int count = 0;

	do
		snprintf(id, sizeof(id), "%.20s-%d", name, count);
	while (artwork_has(a, id) && ++count);
	return count;
}

static void put_tenths(struct buf *out, float v)
{
	long tenths = lroundf(v * 10);

	buf_format(out, "%s%ld", tenths < 0 ? "-" : "", labs(tenths) / 10);
	if (tenths % 10)
		buf_format(out, ".%ld", labs(tenths) % 10);
}

static void use(struct buf *out, const char *id, struct point at, float scale)
{
	buf_format(out, "<use href=\"#%s\" transform=\"translate(", id);
	put_tenths(out, at.x);
	buf_char(out, ' ');
	put_tenths(out, at.y);
	buf_char(out, ')');
	if (scale < .995f || scale > 1.005f)
		buf_format(out, "scale(%.2f)", (double)scale);
	buf_text(out, "\"/>");
}

static void put_path(struct buf *out, const char *class, const struct outline *o, int closed)
{
	buf_format(out, "<path class=\"%s\" d=\"", class);
	outline_text(o, closed, out);
	buf_text(out, "\"/>");
}

/* All coasts of the kind, as one class. */
static void put_coasts(struct buf *out, const struct kind *kind, const char *class)
{
	struct outline o[4];
	int lands = 0;

	for (int s = 0; s < kind->segment_count; s++)
		lands += kind->segments[s].shape == SHAPE_LAND;
	if (!lands)
		return;
	/* Wide strokes would reach over the corners. */
	buf_text(out, "<g clip-path=\"url(#tile)\">");
	for (int s = 0; s < kind->segment_count; s++) {
		int count = kind->segments[s].shape == SHAPE_LAND ? outline_coast(o, kind->segments[s].ports) : 0;

		for (int i = 0; i < count; i++)
			put_path(out, class, &o[i], 0);
	}
	buf_text(out, "</g>");
}

static void put_lines(struct buf *out, const struct kind *kind)
{
	static const char *const classes[] = {"line-1", "line-2", "line-3"};
	struct outline o;

	for (int layer = 0; layer < 3; layer++)
		for (int s = 0; s < kind->segment_count; s++) {
			if (kind->segments[s].shape != SHAPE_LINE)
				continue;
			outline_line(&o, kind, s);
			put_path(out, classes[layer], &o, 0);
		}
}

static void put_land(struct buf *out, const struct kind *kind)
{
	struct outline o;

	for (int s = 0; s < kind->segment_count; s++) {
		if (kind->segments[s].shape != SHAPE_LAND)
			continue;
		outline_land(&o, kind->segments[s].ports);
		put_path(out, "land", &o, 1);
	}
	put_coasts(out, kind, "coast");
}

static void put_item(const struct artwork *a, const struct plate_item *item, int kind, struct buf *out)
{
	char id[48] = "";
	int decors = looks(a, "decor");

	switch (item->what) {
	case PLATE_PIECE:
		return;
	case PLATE_FLAG:
		strcpy(id, "flag");
		break;
	case PLATE_GROUP:
		snprintf(id, sizeof(id), "group-%d", item->value);
		break;
	case PLATE_COUNT_0:
	case PLATE_COUNT_1:
		snprintf(id, sizeof(id), "count-%d", item->what == PLATE_COUNT_1);
		break;
	case PLATE_MARK:
		snprintf(id, sizeof(id), "mark-%.32s", a->ruleset->words->marks[item->value]);
		break;
	case PLATE_DECOR:
		if (decors)
			snprintf(id, sizeof(id), "decor-%d", (kind + item->number) % decors);
		break;
	}
	if (!*id || !artwork_has(a, id))
		return;
	use(out, id, item->at, item->radius / 10);
	if (item->value > 1 && (item->what == PLATE_COUNT_0 || item->what == PLATE_COUNT_1)) {
		buf_format(out, "<text class=\"letter\" x=\"%d\" y=\"%d\">%d</text>", (int)item->at.x,
			(int)item->at.y + 4, item->value);
	}
}

static void draw(struct artwork *a, int face, struct buf *out)
{
	const struct kind *kind = &a->ts->kinds[a->ts->faces[face].kind];
	struct plate *plate = &a->face[face].plate;
	struct point junction;
	char id[40];

	plate_lay_out(plate, a->ts, face);
	buf_format(out, "<g id=\"f%d\">", face);
	if (artwork_has(a, "open"))
		buf_text(out, "<use href=\"#open\"/>");
	put_coasts(out, kind, "surf");
	put_lines(out, kind);
	if (outline_junction(kind, &junction) && artwork_has(a, "junction"))
		use(out, "junction", junction, 1);
	put_land(out, kind);
	if (kind->centre != SEGMENT_NONE && looks(a, "centre")) {
		snprintf(id, sizeof(id), "centre-%d", a->ts->faces[face].kind % looks(a, "centre"));
		use(out, id, (struct point){50, 50}, 1);
	}
	for (int i = 0; i < plate->count; i++)
		put_item(a, &plate->items[i], a->ts->faces[face].kind, out);
	buf_text(out, "</g>");
}

/* The hash of what stands between <style> and </style> (CSP Level 3). */
static int make_csp(struct artwork *a)
{
	unsigned char hash[crypto_hash_sha256_BYTES];
	char base64[sodium_base64_ENCODED_LEN(sizeof(hash), sodium_base64_VARIANT_ORIGINAL)];
	struct buf style;
	int failed;

	buf_init(&style, FACE_BYTES_MAX);
	artwork_style(a, &style);
	failed = buf_failed(&style);
	if (!failed) {
		crypto_hash_sha256(hash, (const unsigned char *)style.data, style.size);
		sodium_bin2base64(base64, sizeof(base64), hash, sizeof(hash), sodium_base64_VARIANT_ORIGINAL);
		snprintf(a->csp, sizeof(a->csp), "default-src 'none'; style-src 'sha256-%s'; frame-ancestors 'none'", base64);
	}
	buf_free(&style);
	return failed ? -1 : 0;
}

const char *artwork_csp(const struct artwork *a)
{
	return a->csp;
}

struct artwork *artwork_new(const struct ruleset *ruleset, const struct tileset *ts)
{
	struct artwork *a = calloc(1, sizeof(*a));
	struct buf out;

	if (!a)
		return NULL;
	a->ruleset = ruleset;
	a->ts = ts;
	a->svg = ruleset->art ? ruleset->art : artwork_plain_svg;
	a->css = ruleset->art_style ? ruleset->art_style : artwork_plain_css;
	if (make_csp(a) < 0) {
		free(a);
		return NULL;
	}
	for (int face = 0; face < ts->face_count; face++) {
		buf_init(&out, FACE_BYTES_MAX);
		draw(a, face, &out);
		a->face[face].text = buf_take(&out, &a->face[face].size);
		if (!a->face[face].text) {
			artwork_free(a);
			return NULL;
		}
	}
	return a;
}

void artwork_free(struct artwork *a)
{
	if (!a)
		return;
	for (int i = 0; i < a->ts->face_count; i++)
		free(a->face[i].text);
	free(a);
}

void artwork_face(const struct artwork *a, int face, struct buf *out)
{
	buf_bytes(out, a->face[face].text, a->face[face].size);
}

const struct plate *artwork_plate(const struct artwork *a, int face)
{
	return &a->face[face].plate;
}

void artwork_defs(const struct artwork *a, struct buf *out)
{
	const char *from = strstr(a->svg, "<defs>"), *to = strstr(a->svg, "</defs>");

	buf_text(out, "<clipPath id=\"tile\"><rect width=\"100\" height=\"100\"/></clipPath>");
	if (from && to)
		buf_bytes(out, from + 6, (size_t)(to - from - 6));
}

void artwork_style(const struct artwork *a, struct buf *out)
{
	buf_text(out, a->css);
	buf_text(out, artwork_picture_css);
}
