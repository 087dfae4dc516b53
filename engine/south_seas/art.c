/*
 * art.c - what the game looks like, as the bytes of two files: symbols for
 * drawings (art.svg) and their colours (art.css).  See api/artwork.h for the names.
 */
#include "south_seas.h"

__asm__(".pushsection .rodata\n"
	".globl ss_art, ss_art_style\n"
	"ss_art:\n"
	".incbin \"engine/south_seas/art.svg\"\n"
	".byte 0\n"
	"ss_art_style:\n"
	".incbin \"engine/south_seas/art.css\"\n"
	".byte 0\n"
	".popsection\n");
