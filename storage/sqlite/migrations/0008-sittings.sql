-- Who sat at which game while which rows of its log were written: what the log of a
-- player is made of.  first is the row that tells of sitting down, until the last one,
-- 0 while there is no end to see: the one that tells of leaving, or of a game that
-- is over its newest one (it moves when something comes after the end).  So the games
-- with news for a player are found among many that ended long ago.
CREATE TABLE sittings (
	player		TEXT NOT NULL,
	game		INTEGER NOT NULL REFERENCES games (number),
	first		INTEGER NOT NULL,
	until		INTEGER NOT NULL,
	PRIMARY KEY (player, game, first)
) STRICT, WITHOUT ROWID;

CREATE INDEX sittings_until ON sittings (player, until);

INSERT INTO sittings (player, game, first, until)
	SELECT player, game,
		coalesce((SELECT min(number) FROM log WHERE log.game = seats.game AND at >= taken_at
			AND instr(CAST(events AS TEXT), '"player":"' || player || '"') > 0), 1),
		CASE WHEN status > 1 THEN
			coalesce((SELECT number FROM log WHERE log.game = seats.game ORDER BY last DESC LIMIT 1), 1)
		ELSE 0 END
	FROM seats WHERE player IS NOT NULL;

-- Seats change before the row is written that tells of it; whoever leaves and sits
-- down again in one row has not left.
CREATE TRIGGER sitting_begins AFTER INSERT ON seats WHEN new.player IS NOT NULL BEGIN
	UPDATE sittings SET until = 0 WHERE player = new.player AND game = new.game
		AND until = (SELECT coalesce(max(number), 0) + 1 FROM log);
	INSERT INTO sittings (player, game, first, until)
		SELECT new.player, new.game, (SELECT coalesce(max(number), 0) + 1 FROM log), 0
		WHERE NOT EXISTS (SELECT 1 FROM sittings WHERE player = new.player AND game = new.game AND until = 0);
END;

CREATE TRIGGER sitting_ends AFTER DELETE ON seats WHEN old.player IS NOT NULL BEGIN
	UPDATE sittings SET until = (SELECT coalesce(max(number), 0) + 1 FROM log)
		WHERE player = old.player AND game = old.game AND until = 0;
END;

CREATE TRIGGER sitting_changes AFTER UPDATE OF player ON seats WHEN new.player IS NOT old.player BEGIN
	UPDATE sittings SET until = (SELECT coalesce(max(number), 0) + 1 FROM log)
		WHERE player = old.player AND game = old.game AND until = 0;
	UPDATE sittings SET until = 0 WHERE player = new.player AND game = new.game
		AND until = (SELECT coalesce(max(number), 0) + 1 FROM log);
	INSERT INTO sittings (player, game, first, until)
		SELECT new.player, new.game, (SELECT coalesce(max(number), 0) + 1 FROM log), 0
		WHERE new.player IS NOT NULL
		AND NOT EXISTS (SELECT 1 FROM sittings WHERE player = new.player AND game = new.game AND until = 0);
END;

CREATE TRIGGER sittings_close AFTER UPDATE OF status ON games WHEN new.status > 1 AND old.status <= 1 BEGIN
	UPDATE sittings SET until = coalesce((SELECT number FROM log WHERE game = new.number ORDER BY last DESC LIMIT 1), 1)
		WHERE game = new.number AND until = 0 AND player IN (SELECT player FROM seats WHERE game = new.number);
END;
