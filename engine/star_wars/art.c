/*
 * art.c - what the game looks like, as the bytes of two files: symbols for
 * drawings (art.svg) and their colours (art.css).  See api/artwork.h for the names.
 */
#include "star_wars.h"

__asm__(".pushsection .rodata\n"
	".globl sw_art, sw_art_style\n"
	"sw_art:\n"
	".incbin \"engine/star_wars/art.svg\"\n"
	".byte 0\n"
	"sw_art_style:\n"
	".incbin \"engine/star_wars/art.css\"\n"
	".byte 0\n"
	".popsection\n");
