/*
 * measure.h - the process and its files as families of api/metrics.h, with
 * the names that other programs use for the same (process_...).
 */
#ifndef MEEPLED_DAEMON_MEASURE_H
#define MEEPLED_DAEMON_MEASURE_H

struct buf;

/* Any thread.  `data` is the data folder; NULL: nothing is kept on disk. */
void measure_process(struct buf *out);
void measure_files(struct buf *out, const char *data);

#endif
