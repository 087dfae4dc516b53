/*
 * tiles.c - the bundled tile set, as the bytes of its file.  Nothing else belongs
 * here: what hashes in records are taken of is embedded unread.
 */
#include "template.h"

__asm__(".pushsection .rodata\n"
	".globl template_tiles, template_tiles_end\n"
	"template_tiles:\n"
	".incbin \"engine/template/tiles.json\"\n"
	"template_tiles_end:\n"
	".byte 0\n"
	".popsection\n");
