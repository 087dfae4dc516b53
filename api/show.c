/* show.c - see show.h. */
#include "api/show.h"

#include <sodium.h>

#include "api/call.h"

void show_time(struct sink *out, const char *key, int64_t ms)
{
	char text[TIME_TEXT];

	if (ms == 0) {
		sink_null(out, key);
		return;
	}
	time_text(text, ms);
	sink_text(out, key, text);
}

void show_hex(struct sink *out, const char *key, const unsigned char bytes[SHOW_BYTES])
{
	char hex[2 * SHOW_BYTES + 1];

	sodium_bin2hex(hex, sizeof(hex), bytes, SHOW_BYTES);
	sink_text(out, key, hex);
}

void show_seats(struct sink *out, const char *key, unsigned seats)
{
	sink_array(out, key);
	for (int seat = 0; seats; seat++, seats >>= 1)
		if (seats & 1)
			sink_number(out, NULL, seat);
	sink_end(out);
}
