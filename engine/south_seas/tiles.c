/*
 * tiles.c - the bundled tile set, as the bytes of its file.  They are what its
 * hash in records is taken of, so they are embedded unread.
 */
#include "south_seas.h"

__asm__(".pushsection .rodata\n"
	".globl ss_tiles, ss_tiles_end\n"
	"ss_tiles:\n"
	".incbin \"engine/south_seas/tiles.json\"\n"
	"ss_tiles_end:\n"
	".byte 0\n"
	".popsection\n");
