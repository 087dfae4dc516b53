-- Webhooks: endpoints, the messages that wait for them, and what became of those sent.
-- Numbers of target, state and outcome are those of storage/webhooks.h.

-- game is NULL when it is about more than one.  due_at is when the next message of this
-- endpoint is due, 0 when none is: what has to be sent is found without a look at
-- the messages that wait behind it.  queued and log_last count, so that nobody has to.
CREATE TABLE webhooks (
	number		INTEGER PRIMARY KEY,
	id		TEXT NOT NULL UNIQUE CHECK (id <> ''),
	owner		TEXT NOT NULL REFERENCES players (id),
	target		INTEGER NOT NULL CHECK (target BETWEEN 0 AND 2),
	game		INTEGER REFERENCES games (number),
	url		TEXT NOT NULL,
	format		INTEGER NOT NULL,
	occasion	INTEGER NOT NULL,
	events		TEXT NOT NULL,
	settings	TEXT NOT NULL,
	authorization	TEXT NOT NULL,
	secret		BLOB NOT NULL CHECK (length(secret) = 32),
	old_secret	BLOB NOT NULL CHECK (length(old_secret) = 32),
	old_until	INTEGER NOT NULL,
	state		INTEGER NOT NULL CHECK (state BETWEEN 0 AND 1),
	reason		TEXT NOT NULL,
	created_at	INTEGER NOT NULL,
	updated_at	INTEGER NOT NULL,
	due_at		INTEGER NOT NULL DEFAULT 0,
	queued		INTEGER NOT NULL DEFAULT 0,
	delivered	INTEGER NOT NULL DEFAULT 0,
	failed		INTEGER NOT NULL DEFAULT 0,
	dropped		INTEGER NOT NULL DEFAULT 0,
	log_last	INTEGER NOT NULL DEFAULT 0,
	delivered_at	INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX webhooks_owner ON webhooks (owner);
CREATE INDEX webhooks_game ON webhooks (game) WHERE game IS NOT NULL;
CREATE INDEX webhooks_due ON webhooks (due_at) WHERE due_at > 0;

-- What is to be sent, in its order.  A message is made from the log when it is sent.
CREATE TABLE outbox (
	number		INTEGER PRIMARY KEY,
	webhook		INTEGER NOT NULL REFERENCES webhooks (number) ON DELETE CASCADE,
	id		TEXT NOT NULL CHECK (id <> ''),
	urgent		INTEGER NOT NULL,
	kind		INTEGER NOT NULL,
	game		TEXT NOT NULL,
	first		INTEGER NOT NULL,
	last		INTEGER NOT NULL,
	turn		INTEGER NOT NULL,
	seats		INTEGER NOT NULL,
	created_at	INTEGER NOT NULL,
	due_at		INTEGER NOT NULL CHECK (due_at > 0),
	attempts	INTEGER NOT NULL,
	UNIQUE (webhook, id)
) STRICT;

CREATE INDEX outbox_order ON outbox (webhook, urgent DESC, number);
CREATE INDEX outbox_game ON outbox (webhook, game);

-- Attempts.  n counts for each endpoint.
CREATE TABLE deliveries (
	webhook		INTEGER NOT NULL REFERENCES webhooks (number) ON DELETE CASCADE,
	n		INTEGER NOT NULL,
	id		TEXT NOT NULL,
	urgent		INTEGER NOT NULL,
	kind		INTEGER NOT NULL,
	game		TEXT NOT NULL,
	first		INTEGER NOT NULL,
	last		INTEGER NOT NULL,
	turn		INTEGER NOT NULL,
	seats		INTEGER NOT NULL,
	created_at	INTEGER NOT NULL,
	due_at		INTEGER NOT NULL,
	attempts	INTEGER NOT NULL,
	at		INTEGER NOT NULL,
	outcome		INTEGER NOT NULL CHECK (outcome BETWEEN 0 AND 2),
	status		INTEGER NOT NULL,
	ms		INTEGER NOT NULL,
	next_at		INTEGER NOT NULL,
	reason		TEXT NOT NULL,
	PRIMARY KEY (webhook, n)
) STRICT, WITHOUT ROWID;

CREATE INDEX deliveries_at ON deliveries (at);

-- Up to which version of a game an endpoint that is told in words knows it.
CREATE TABLE told (
	webhook		INTEGER NOT NULL REFERENCES webhooks (number) ON DELETE CASCADE,
	game		TEXT NOT NULL,
	version		INTEGER NOT NULL,
	PRIMARY KEY (webhook, game)
) STRICT, WITHOUT ROWID;
