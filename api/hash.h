/*
 * hash.h - a hash of ids for look-ups in memory.
 */
#ifndef MEEPLED_API_HASH_H
#define MEEPLED_API_HASH_H

#include <stdint.h>

/* FNV-1a, folded so that the low bits may be used alone. */
static inline uint32_t hash_id(const char *id)
{
	uint32_t hash = 2166136261u;

	while (*id)
		hash = (hash ^ (unsigned char)*id++) * 16777619u;
	return hash ^ hash >> 15;
}

#endif
