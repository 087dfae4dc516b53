/*
 * tileset.c - ports and look-ups of a tile set.
 *
 * All port arithmetic is here, so that nothing else in the engine knows how
 * the twelve ports are numbered.
 */
#include "tileset.h"

#include <string.h>

static const char port_names[PORT_COUNT][3] = {
	"N", "E", "S", "W", "NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR",
};

const char *port_name(int port)
{
	return port >= 0 && port < PORT_COUNT ? port_names[port] : "?";
}

int port_parse(const char *name)
{
	for (int port = 0; port < PORT_COUNT; port++)
		if (strcmp(port_names[port], name) == 0)
			return port;
	return -1;
}

int port_rotate(int port, int turns)
{
	if (port < PORT_SIDES)
		return (port + turns) & 3;
	return PORT_SIDES + ((port - PORT_SIDES + 2 * turns) & 7);
}

int port_opposite(int port)
{
	if (port < PORT_SIDES)
		return port ^ 2;
	/* NL-SR, NR-SL, EL-WR, ER-WL: half a turn, and left meets right. */
	return PORT_SIDES + ((port - PORT_SIDES) ^ 5);
}

int port_side(int port)
{
	return port < PORT_SIDES ? port : (port - PORT_SIDES) / 2;
}

enum side_type side_at(uint8_t packed, int side)
{
	return (enum side_type)(packed >> (2 * side) & 3);
}

int tileset_find_kind(const struct tileset *ts, const char *id)
{
	for (int i = 0; i < ts->kind_count; i++)
		if (strcmp(ts->kinds[i].id, id) == 0)
			return i;
	return -1;
}

int tileset_find_ship(const struct tileset *ts, const char *id)
{
	for (int i = 0; i < ts->ship_count; i++)
		if (strcmp(ts->ships[i].id, id) == 0)
			return i;
	return -1;
}

int kind_find_segment(const struct kind *kind, const char *id)
{
	for (int i = 0; i < kind->segment_count; i++)
		if (strcmp(kind->segments[i].id, id) == 0)
			return i;
	return -1;
}
