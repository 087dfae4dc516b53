/*
 * tiles.c - the bundled tile set, as the bytes of its file.  They are what its
 * hash in records is taken of, so they are embedded unread.
 */
#include "star_wars.h"

__asm__(".pushsection .rodata\n"
	".globl sw_tiles, sw_tiles_end\n"
	"sw_tiles:\n"
	".incbin \"engine/star_wars/tiles.json\"\n"
	"sw_tiles_end:\n"
	".byte 0\n"
	".popsection\n");
