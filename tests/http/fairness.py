"""meepled-fairness/1 once more, written from its description alone.

A second implementation: what the daemon says it drew is compared with what anybody
can compute from the seeds after the end.  ChaCha20 (RFC 8439) is in here, so that
nothing but Python's standard library is needed.
"""
import hashlib
import struct

MASK = 0xffffffff


def rotated(v, n):
	return ((v << n) & MASK) | (v >> (32 - n))


def quarter(s, a, b, c, d):
	s[a] = (s[a] + s[b]) & MASK
	s[d] = rotated(s[d] ^ s[a], 16)
	s[c] = (s[c] + s[d]) & MASK
	s[b] = rotated(s[b] ^ s[c], 12)
	s[a] = (s[a] + s[b]) & MASK
	s[d] = rotated(s[d] ^ s[a], 8)
	s[c] = (s[c] + s[d]) & MASK
	s[b] = rotated(s[b] ^ s[c], 7)


def block(key, counter, nonce):
	"""One block of the key stream: 16 words (RFC 8439, 2.3)."""
	start = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]
	start += struct.unpack("<8I", key) + (counter,) + struct.unpack("<3I", nonce)
	s = list(start)
	for _ in range(10):
		quarter(s, 0, 4, 8, 12)
		quarter(s, 1, 5, 9, 13)
		quarter(s, 2, 6, 10, 14)
		quarter(s, 3, 7, 11, 15)
		quarter(s, 0, 5, 10, 15)
		quarter(s, 1, 6, 11, 12)
		quarter(s, 2, 7, 8, 13)
		quarter(s, 3, 4, 9, 14)
	return [(a + b) & MASK for a, b in zip(s, start)]


class Stream:
	def __init__(self, game_seed, label):
		self.key, self.nonce = game_seed, label.encode().ljust(12, b"\0")
		self.counter, self.words = 0, []

	def word(self):
		if not self.words:
			self.words = block(self.key, self.counter, self.nonce)
			self.counter += 1
		return self.words.pop(0)

	def uniform(self, n):
		while True:
			x = self.word()
			if x < n * (2 ** 32 // n):
				return x % n

	def shuffle(self, a):
		for i in range(len(a) - 1, 0, -1):
			j = self.uniform(i + 1)
			a[i], a[j] = a[j], a[i]
		return a


def commitment(server_seed):
	return hashlib.sha256(server_seed).hexdigest()


def game_seed(server_seed, client_seeds):
	text = "meepled-fairness/1\n" + server_seed.hex() + "\n" + "".join(s + "\n" for s in client_seeds)
	return hashlib.sha256(text.encode()).digest()


def bag(tileset, seed):
	"""(kind, variant) in the order of drawing."""
	faces = [(kind["id"], number) for kind in tileset["kinds"]
		for number, variant in enumerate(kind["variants"]) if not variant.get("start")
		for _ in range(variant["count"])]
	return Stream(seed, "tiles").shuffle(faces)


def pile(tileset, seed):
	"""Ids of the ships in the order of turning up."""
	return Stream(seed, "ships").shuffle([ship["id"] for ship in tileset.get("ships", [])])


def first_seat(seats, seed):
	return Stream(seed, "seats").uniform(seats)


def self_test():
	"""RFC 8439, 2.3.2 and A.1 (1)."""
	words = block(bytes(range(32)), 1, bytes.fromhex("000000090000004a00000000"))
	assert words[0] == 0xe4e7f110 and words[15] == 0x4e3c50a2, [hex(w) for w in words]
	assert struct.pack("<16I", *block(bytes(32), 0, bytes(12))).hex().startswith("76b8e0ada0f13d90405d6ae55386bd28")
