/*
 * picture.c - see picture.h.
 */
#include "api/picture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	MARGIN = 36,
	PANEL = 380,			/* units wide, before scaling */
	CARD = 92, GAP = 12,
	SHAPES_OF_SEATS = 6,
	NO_PLACE = -1
};

struct drawing {
	const struct artwork *a;
	const struct tileset *ts;
	const struct json *view, *tiles;
	const struct picture_options *options;
	struct buf *out;
	int left, top, right, bottom;	/* the tiles' coordinates, inclusive */
	double scale;			/* of the panel */
};

/* --- asking the view ------------------------------------------------------------------ */

static int number(const struct json *object, const char *name, int standard)
{
	int64_t n;

	return json_integer(json_member(object, name), -65536, 1 << 30, &n) == 0 ? (int)n : standard;
}

static const char *text(const struct json *object, const char *name)
{
	const char *t = json_string(json_member(object, name));

	return t ? t : "";
}

static const struct json *at(const struct json *v, const char *a, const char *b)
{
	return json_member(json_member(v, a), b);
}

/* The first element of what may be absent. */
static const struct json *first(const struct json *v)
{
	return v && (json_type(v) == JSON_ARRAY || json_type(v) == JSON_OBJECT) ? json_first(v) : NULL;
}

static int count(const struct json *v)
{
	return v ? json_count(v) : 0;
}

/* The face of an object with kind and variant, or -1. */
static int face_of(const struct drawing *d, const struct json *tile)
{
	int kind = tileset_find_kind(d->ts, text(tile, "kind")), variant = number(tile, "variant", 0);

	if (kind < 0 || variant < 0 || variant >= d->ts->kinds[kind].face_count)
		return -1;
	return d->ts->kinds[kind].first_face + variant;
}

static const struct json *tile_at(const struct drawing *d, int x, int y)
{
	for (const struct json *t = first(d->tiles); t; t = json_next(t))
		if (number(t, "x", 0) == x && number(t, "y", 0) == y)
			return t;
	return NULL;
}

/* --- writing ---------------------------------------------------------------------------- */

static void put_escaped(struct buf *out, const char *s)
{
	for (; *s; s++)
		switch (*s) {
		case '&': buf_text(out, "&amp;"); break;
		case '<': buf_text(out, "&lt;"); break;
		case '>': buf_text(out, "&gt;"); break;
		case '"': buf_text(out, "&quot;"); break;
		default: buf_char(out, *s);
		}
}

/* At most `max` characters of a name, with an ellipsis where it was cut. */
static void put_name(struct buf *out, const char *name, int max)
{
	char cut[256];
	size_t size = 0;

	for (int n = 0; name[size] && size < sizeof(cut) - 8; n++) {
		size_t step = 1;

		while ((name[size + step] & 0xc0) == 0x80)
			step++;
		if (n == max - 1 && name[size + step]) {
			memcpy(cut + size, "\xe2\x80\xa6", 3);
			cut[size + 3] = '\0';
			put_escaped(out, cut);
			return;
		}
		memcpy(cut + size, name + size, step);
		size += step;
	}
	cut[size] = '\0';
	put_escaped(out, cut);
}

static void put_text(struct buf *out, const char *class, int x, int y, const char *s, int max)
{
	buf_format(out, "<text class=\"text %s\" x=\"%d\" y=\"%d\">", class, x, y);
	put_name(out, s, max);
	buf_text(out, "</text>");
}

/* A spot of a face as it lies: turned about the middle of the tile. */
static struct point turned(struct point p, int rotation)
{
	float x = p.x - 50, y = p.y - 50;

	for (; rotation > 0; rotation -= 90) {
		float old = x;

		x = -y;
		y = old;
	}
	return (struct point){x + 50, y + 50};
}

/* In the picture: a spot of the segment of a tile.  0: there is no such spot. */
static int spot(const struct drawing *d, const struct json *tile, enum plate_what what, int segment, int group,
	struct point *out)
{
	int face = face_of(d, tile);
	const struct plate_item *item = face < 0 ? NULL : plate_find(artwork_plate(d->a, face), what, segment, group);

	if (!item)
		return 0;
	*out = turned(item->at, number(tile, "rotation", 0));
	out->x += (float)(number(tile, "x", 0) * TILE_UNITS);
	out->y += (float)(number(tile, "y", 0) * TILE_UNITS);
	return 1;
}

/* --- pieces ----------------------------------------------------------------------------- */

/* For each seat a shape of its own, so that colour is not all that tells them apart. */
static const char *const shapes[SHAPES_OF_SEATS] = {
	"<circle r=\"9\"/>",
	"<rect x=\"-8.5\" y=\"-8.5\" width=\"17\" height=\"17\" rx=\"2\"/>",
	"<path d=\"M0-11L10.5 7.5H-10.5z\"/>",
	"<path d=\"M0-11.5L11.5 0L0 11.5L-11.5 0z\"/>",
	"<path d=\"M-5-9H5L10 0L5 9H-5L-10 0z\"/>",
	"<path d=\"M0-11L10.5-3.5L6.5 9H-6.5L-10.5-3.5z\"/>",
};

static void put_shapes(struct buf *out)
{
	for (int i = 0; i < SHAPES_OF_SEATS; i++)
		buf_format(out, "<g id=\"seat-%d\">%s</g>", i, shapes[i]);
}

static const struct json *seat_of(const struct drawing *d, int seat)
{
	for (const struct json *s = first(json_member(d->view, "seats")); s; s = json_next(s))
		if (number(s, "seat", -1) == seat)
			return s;
	return NULL;
}

/* Colours begin with different letters, but for black and blue: black is K, as printers have it. */
static char letter_of(const char *colour)
{
	return strcmp(colour, "black") == 0 ? 'K' : *colour >= 'a' && *colour <= 'z' ? (char)(*colour - 32) : '?';
}

/* Large pieces are larger; who lies (a fisherman) is flat. */
static void put_piece(struct drawing *d, int seat, struct point p, int large, int lying)
{
	const char *colour = text(seat_of(d, seat), "colour");
	double size = large ? 1.5 : 1.15;

	buf_format(d->out, "<g class=\"piece seat-%s\" transform=\"translate(%.1f %.1f)\">", colour, (double)p.x, (double)p.y);
	if (lying)
		buf_text(d->out, "<path class=\"rod\" d=\"M8-2L19-9V3\"/>");
	buf_format(d->out, "<use href=\"#seat-%d\" transform=\"scale(%.2f %.2f)\"/>", seat % SHAPES_OF_SEATS, lying ? 1.4 : size,
		lying ? .95 : size);
	if (large)
		buf_text(d->out, "<circle class=\"piece-rim\" r=\"8.5\"/>");
	buf_format(d->out, "<text class=\"letter on-%s\" y=\"%d\">%c</text></g>", colour, seat % SHAPES_OF_SEATS == 2 ? 5 : 4,
		letter_of(colour));
}

static void put_pieces(struct drawing *d)
{
	const struct json *pieces = at(d->view, "board", "pieces");
	int crowd;

	for (const struct json *p = first(pieces); p; p = json_next(p)) {
		const struct json *tile = tile_at(d, number(p, "x", 0), number(p, "y", 0));
		int face = tile ? face_of(d, tile) : -1, segment;
		const struct kind *kind;
		struct point where;

		if (face < 0)
			continue;
		kind = &d->ts->kinds[d->ts->faces[face].kind];
		segment = kind_find_segment(kind, text(p, "segment"));
		if (segment < 0 || !spot(d, tile, PLATE_PIECE, segment, 0, &where))
			continue;
		/* Before a battle several stand at one planet. */
		crowd = 0;
		for (const struct json *q = first(pieces); q != p; q = json_next(q))
			crowd += number(q, "x", 0) == number(p, "x", 0) && number(q, "y", 0) == number(p, "y", 0)
				&& strcmp(text(q, "segment"), text(p, "segment")) == 0;
		where.x += (float)((crowd + 1) / 2 * (crowd % 2 ? 19 : -19));
		put_piece(d, number(p, "seat", 0), where, strcmp(text(p, "size"), "large") == 0,
			kind->segments[segment].shape == SHAPE_OPEN);
	}
}

/* What else lies on groups of symbols, by the member's name ("boats"). */
static void put_tokens(struct drawing *d)
{
	for (const struct json *list = first(json_member(d->view, "board")); list; list = json_next(list)) {
		if (!artwork_has(d->a, json_name(list)))
			continue;
		for (const struct json *t = first(list); t; t = json_next(t)) {
			const struct json *tile = tile_at(d, number(t, "x", 0), number(t, "y", 0));
			int face = tile ? face_of(d, tile) : -1;
			int segment = face < 0 ? -1
				: kind_find_segment(&d->ts->kinds[d->ts->faces[face].kind], text(t, "segment"));
			struct point where;

			if (segment >= 0 && spot(d, tile, PLATE_GROUP, segment, number(t, "group", 0), &where))
				buf_format(d->out, "<use href=\"#%s\" transform=\"translate(%.1f %.1f)\"/>", json_name(list),
					(double)where.x, (double)where.y);
		}
	}
}

/* --- the board ------------------------------------------------------------------------------ */

static void put_faces(struct drawing *d)
{
	uint8_t seen[TILESET_FACES_MAX] = {0};
	int hand = face_of(d, at(d->view, "turn", "tile"));

	if (hand >= 0)
		seen[hand] = 1;
	for (const struct json *t = first(d->tiles); t; t = json_next(t)) {
		int face = face_of(d, t);

		if (face >= 0)
			seen[face] = 1;
	}
	for (int i = 0; i < d->ts->face_count; i++)
		if (seen[i])
			artwork_face(d->a, i, d->out);
}

static void put_tile(struct drawing *d, int face, int x, int y, int rotation)
{
	buf_format(d->out, "<use href=\"#f%d\" transform=\"translate(%d %d)", face, x, y);
	if (rotation)
		buf_format(d->out, "rotate(%d 50 50)", rotation);
	buf_text(d->out, "\"/>\n");
}

static void put_tiles(struct drawing *d)
{
	const struct json *last = NULL;

	buf_text(d->out, "<g class=\"tiles\">\n");
	for (const struct json *t = first(d->tiles); t; t = json_next(t)) {
		int face = face_of(d, t);

		if (face >= 0)
			put_tile(d, face, number(t, "x", 0) * TILE_UNITS, number(t, "y", 0) * TILE_UNITS, number(t, "rotation", 0));
		last = t;
	}
	buf_text(d->out, "</g>\n<path class=\"grid\" d=\"");
	for (const struct json *t = first(d->tiles); t; t = json_next(t))
		buf_format(d->out, "M%d %dh100v100h-100z", number(t, "x", 0) * TILE_UNITS, number(t, "y", 0) * TILE_UNITS);
	buf_text(d->out, "\"/>\n");
	if (last && !d->options->unmarked && count(d->tiles) > 1)
		buf_format(d->out, "<rect class=\"last\" x=\"%d\" y=\"%d\" width=\"96\" height=\"96\" rx=\"3\"/>\n",
			number(last, "x", 0) * TILE_UNITS + 2, number(last, "y", 0) * TILE_UNITS + 2);
}

static void put_spots(struct drawing *d)
{
	for (int i = 0; i < d->options->spot_count; i++) {
		const struct picture_spot *s = &d->options->spots[i];
		const struct json *tile = s->segment < 0 ? NULL : tile_at(d, s->x, s->y);
		struct point where;

		if (s->segment < 0)
			buf_format(d->out, "<rect class=\"spot\" x=\"%d\" y=\"%d\" width=\"88\" height=\"88\" rx=\"8\"/>",
				s->x * TILE_UNITS + 6, s->y * TILE_UNITS + 6);
		else if (tile && spot(d, tile, PLATE_PIECE, s->segment, 0, &where))
			buf_format(d->out, "<circle class=\"spot-piece\" data-x=\"%d\" data-y=\"%d\" data-segment=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"9\"/>",
				s->x, s->y, d->ts->kinds[d->ts->faces[face_of(d, tile)].kind].segments[s->segment].id, (double)where.x, (double)where.y);
	}
}

static void take_in(struct drawing *d, int x, int y)
{
	d->left = x < d->left ? x : d->left;
	d->right = x > d->right ? x : d->right;
	d->top = y < d->top ? y : d->top;
	d->bottom = y > d->bottom ? y : d->bottom;
}

static void measure(struct drawing *d)
{
	for (const struct json *t = first(d->tiles); t; t = json_next(t))
		take_in(d, number(t, "x", 0), number(t, "y", 0));
	for (int i = 0; i < d->options->spot_count; i++)
		take_in(d, d->options->spots[i].x, d->options->spots[i].y);
}

/* --- beside the board -------------------------------------------------------------------------- */

/* "small 3 \xc2\xb7 large 1": the members of an object of counts. */
static void put_supply(struct drawing *d, const struct json *counts)
{
	struct buf line;

	buf_init(&line, 400);
	for (const struct json *c = first(counts); c; c = json_next(c)) {
		int64_t n;

		if (json_integer(c, 0, 1 << 30, &n) == 0)
			buf_format(&line, "%s%s %d", line.size ? " \xc2\xb7 " : "", json_name(c), (int)n);
	}
	if (!buf_failed(&line) && line.size)
		put_text(d->out, "small", 16, 64, line.data, 20);
	buf_free(&line);
}

/* How many of something a seat has: its symbol, or its name, and the number.  Returns where the next goes. */
static int put_ware(struct drawing *d, int x, const char *name, int64_t n)
{
	char id[48], text[60];

	snprintf(id, sizeof(id), "ware-%.40s", name);
	snprintf(text, sizeof(text), "%s%s%lld", artwork_has(d->a, id) ? "" : name, artwork_has(d->a, id) ? "" : " ", (long long)n);
	if (artwork_has(d->a, id)) {
		buf_format(d->out, "<use href=\"#%s\" transform=\"translate(%d 59)\"><title>%s</title></use>", id, x, name);
		x += 14;
	}
	put_text(d->out, "small", x, 64, text, 24);
	return x + 24 + 9 * (int)strlen(text);
}

static void put_wares(struct drawing *d, const struct json *seat)
{
	int x = 172;

	for (const struct json *c = first(json_member(seat, "wares")); c; c = json_next(c)) {
		int64_t n;

		if (json_integer(c, 0, 1 << 30, &n) == 0)
			x = put_ware(d, x, json_name(c), n);
	}
	if (json_member(seat, "ships"))
		put_ware(d, x, "ships", count(json_member(seat, "ships")));
}

static int waits_for(const struct drawing *d, int seat)
{
	for (const struct json *w = first(json_member(d->view, "waiting_for")); w; w = json_next(w)) {
		int64_t n;

		if (json_integer(w, 0, 255, &n) == 0 && n == seat)
			return 1;
	}
	return 0;
}

static void put_card(struct drawing *d, const struct json *s, int y)
{
	const struct json *player = json_member(s, "player");
	int seat = number(s, "seat", 0);
	char score[16];

	buf_format(d->out, "<g class=\"seat%s\" transform=\"translate(0 %d)\">", strcmp(text(s, "state"), "playing") &&
		*text(s, "state") ? " gone" : "", y);
	buf_format(d->out, "<rect class=\"card%s\" width=\"%d\" height=\"%d\" rx=\"8\"/>", waits_for(d, seat) ? " turn" : "",
		PANEL, CARD - GAP);
	put_piece(d, seat, (struct point){28, 28}, 0, 0);
	put_text(d->out, "name", 52, 35, *text(player, "name") ? text(player, "name") : text(s, "colour"), 20);
	snprintf(score, sizeof(score), "%d", number(s, "score", 0));
	put_text(d->out, "score", PANEL - 16, 36, score, 12);
	put_supply(d, json_member(s, "supply"));
	put_wares(d, s);
	buf_text(d->out, "</g>\n");
}

/* One ship: its points, and what its order asks for. */
static void put_ship(struct drawing *d, const struct json *ship, int y)
{
	char points[16], id[48];
	int x = 56;

	buf_format(d->out, "<rect class=\"card\" y=\"%d\" width=\"%d\" height=\"23\" rx=\"5\"/>", y, PANEL);
	snprintf(points, sizeof(points), "%d", number(ship, "points", 0));
	put_text(d->out, "small name", 12, y + 18, points, 4);
	for (const struct json *o = first(json_member(ship, "order")); o; o = json_next(o), x += 34) {
		const char *slot = json_string(o) ? json_string(o) : "?";

		snprintf(id, sizeof(id), "slot-%.40s", slot);
		if (artwork_has(d->a, id))
			buf_format(d->out, "<use href=\"#%s\" transform=\"translate(%d %d)\"><title>%s</title></use>", id, x, y + 11, slot);
		else
			put_text(d->out, "small slot", x, y + 17, slot, 5);
	}
}


static int put_ships(struct drawing *d, int y)
{
	const struct json *row = at(d->view, "ships", "face_up");
	char line[120];

	if (count(row) <= 0)
		return y;
	snprintf(line, sizeof(line), "ships \xc2\xb7 %d in the pile", number(json_member(d->view, "ships"), "pile", 0));
	put_text(d->out, "caption", 0, y + 14, line, 60);
	y += 22;
	for (const struct json *s = first(row); s; s = json_next(s), y += 26)
		put_ship(d, s, y);
	return y + GAP;
}

static int put_hand(struct drawing *d, int y)
{
	int face = face_of(d, at(d->view, "turn", "tile"));
	const char *status = text(d->view, "status");
	char line[120];

	snprintf(line, sizeof(line), "%s%s%s", status, *text(json_member(d->view, "turn"), "phase") ? " \xc2\xb7 " : "",
		text(json_member(d->view, "turn"), "phase"));
	put_text(d->out, "caption", 0, y + 14, line, 60);
	snprintf(line, sizeof(line), "%d tiles in the bag", number(json_member(d->view, "bag"), "left", 0));
	put_text(d->out, "caption", 0, y + 34, line, 60);
	y += 46;
	if (face < 0)
		return y;
	put_text(d->out, "caption", 112, y + 54, "in hand", 20);
	buf_format(d->out, "<g class=\"hand\" transform=\"translate(0 %d)\">", y);
	put_tile(d, face, 0, 0, 0);
	buf_text(d->out, "</g>\n");
	return y + 112;
}

static int panel_height(const struct drawing *d)
{
	int ships = count(at(d->view, "ships", "face_up"));

	return count(json_member(d->view, "seats")) * CARD + (ships > 0 ? ships * 26 + 34 : 0) + 46 + 112;
}

static void put_panel(struct drawing *d, double x, double y)
{
	int row = 0;

	buf_format(d->out, "<g class=\"panel\" transform=\"translate(%.1f %.1f)scale(%.3f)\">\n", x, y, d->scale);
	for (const struct json *s = first(json_member(d->view, "seats")); s; s = json_next(s), row += CARD)
		put_card(d, s, row);
	put_hand(d, put_ships(d, row));
	buf_text(d->out, "</g>\n");
}

/* What a screen reader says. */
static void put_words(struct drawing *d)
{
	buf_text(d->out, "<title id=\"title\">");
	put_escaped(d->out, *text(d->view, "name") ? text(d->view, "name") : text(d->view, "ruleset"));
	buf_text(d->out, "</title>\n<desc id=\"desc\">");
	buf_format(d->out, "%d tiles, %s.", count(d->tiles), text(d->view, "status"));
	for (const struct json *s = first(json_member(d->view, "seats")); s; s = json_next(s)) {
		buf_char(d->out, ' ');
		put_escaped(d->out, text(json_member(s, "player"), "name"));
		buf_format(d->out, " (%s) has %d points%s.", text(s, "colour"), number(s, "score", 0),
			waits_for(d, number(s, "seat", -1)) ? " and is to act" : "");
	}
	buf_text(d->out, "</desc>\n");
}

/* What is drawn, in its own units; sets d->scale. */
static void frame(struct drawing *d, double *width, double *height)
{
	double panel = panel_height(d), board;

	measure(d);
	board = (d->bottom - d->top + 1) * TILE_UNITS;
	/* As high as the board, within reason: readable beside a large one, not larger than a small one. */
	d->scale = board / panel;
	d->scale = d->scale < .6 ? .6 : d->scale > 1.9 ? 1.9 : d->scale;
	*width = (d->right - d->left + 1) * TILE_UNITS + PANEL * d->scale + 3 * MARGIN;
	*height = (panel * d->scale > board ? panel * d->scale : board) + 2 * MARGIN;
}

int picture_height(const struct json *view, int width)
{
	static const struct picture_options none;
	struct drawing d = {.view = view, .tiles = at(view, "board", "tiles"), .options = &none};
	double across, down;

	frame(&d, &across, &down);
	/* As the viewBox says it, in whole units. */
	return (int)ceil(width * rint(down) / rint(across));
}

void picture_draw(const struct artwork *a, const struct tileset *ts, const struct json *view,
	const struct picture_options *options, struct buf *out)
{
	struct drawing d = {.a = a, .ts = ts, .view = view, .tiles = at(view, "board", "tiles"), .options = options, .out = out};
	double height, width;

	frame(&d, &width, &height);
	buf_format(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"%s\" viewBox=\"%d %d %.0f %.0f\" role=\"img\""
		" aria-labelledby=\"title desc\">\n", options->dark ? "dark" : "light", d.left * TILE_UNITS - MARGIN,
		d.top * TILE_UNITS - MARGIN, width, height);
	put_words(&d);
	buf_text(out, "<style>");
	artwork_style(a, out);
	buf_text(out, "</style>\n<defs>");
	artwork_defs(a, out);
	put_shapes(out);
	put_faces(&d);
	buf_format(out, "</defs>\n<rect class=\"paper\" x=\"%d\" y=\"%d\" width=\"100%%\" height=\"100%%\"/>\n",
		d.left * TILE_UNITS - MARGIN, d.top * TILE_UNITS - MARGIN);
	put_tiles(&d);
	put_tokens(&d);
	put_spots(&d);
	put_pieces(&d);
	put_panel(&d, (d.right + 1) * TILE_UNITS + MARGIN, d.top * TILE_UNITS);
	buf_text(out, "</svg>\n");
}
