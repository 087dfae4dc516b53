/*
 * texts.js - every text of the pages, in one table a language.
 *
 * {name} stands for what t() is given.  What the service alone knows (its refusals, the help of
 * options) comes from the service in English.  A word that is not here stands as it is,
 * so a new game can be played before its words are.
 */
const en = {
	lang: "English",
	title: "meepled", skip: "Skip to the board", account: "Account", docs: "API", close: "Close", ok: "OK", cancel: "Cancel", more: "More",
	welcome: "Tile-laying games, played over days.",
	"name.label": "Your name", "name.go": "Play under this name",
	"token.label": "or a token that you have", "token.go": "Sign in",
	"signout": "Sign out on this device",
	"signout.warn": "Without another token of yours nobody can sign in as you again.",
	"device": "Sign in elsewhere", "device.help": "This token signs you in on another device. It is shown once; whoever has it plays as you.", "device.make": "Make a token",
	"notify": "Notify me", "notify.on": "Notices are on",
	"lobby.turns": "Your turn", "lobby.mine": "Your games", "lobby.open": "Open tables", "lobby.watch": "Games to watch", "lobby.none": "None now.",
	"lobby.new": "New table", "lobby.seats": "{taken} of {seats} seats taken", "lobby.error": "That did not work: {detail}",
	"new.game": "Game", "new.name": "Name of the table (optional)", "new.seats": "Seats", "new.colour": "Colour", "new.any": "any",
	"new.visibility": "Who sees it", "public": "everybody", "unlisted": "who has the link", "private": "who is invited",
	"new.clock": "Time for a turn", "new.noclock": "no limit", "new.bank": "and in reserve", "new.timeout": "When time is up",
	"new.delay": "Spectators see it later by (moves)", "new.seed": "Your part of the shuffle (optional)", "new.more": "All options", "new.go": "Make the table",
	"option.first_seat": "Who begins", "option.auto_draw": "Tiles draw themselves", "option.auto_end_turn": "Leave out steps with nothing to decide",
	"option.on_timeout": "When time is up", "option.retrieve": "Taking back pieces", "option.teams": "Two teams", "option.unplaceable": "Tiles that fit nowhere",
	"option.auto_battle": "Battles fight themselves",
	"value.true": "yes", "value.false": "no", "value.random": "by lot", "value.any": "always", "value.empty-supply": "with none left",
	"value.discard": "leave the game", "value.return": "go back among the others", "value.forfeit": "the seat leaves the game", "value.skip": "the turn is skipped",
	"value.bot": "the built-in player takes over", "value.seat": "seat {n}",
	"day": "1 day", "days": "{n} days", "hour": "1 hour", "hours": "{n} hours", "minutes": "{n} minutes",
	"join": "Take a seat", "join.as": "Join as {colour}", "leave": "Leave", "start": "Start now", "abort": "Call it off", "share": "Share the link", "shared": "Link copied", "invite": "Invite",
	"invite.made": "A link for one person:", "take": "Play on for them", "return": "I am back",
	"status.lobby": "waiting for players", "status.active": "running", "status.finished": "finished", "status.aborted": "called off",
	"yourturn": "Your turn", "turnof": "{name} is to move", "nobody": "Nobody is to move", "offline": "No connection. What you see may be old.", "reconnected": "Connected again",
	"loading": "Loading …", "notfound": "There is no such game, or it is not for everybody to see.", "back": "All games",
	"phase.draw": "draw a tile", "phase.place": "lay the tile", "phase.piece": "place a piece", "phase.decide": "decide", "phase.battle": "fight", "phase.deliver": "deliver", "phase.over": "over",
	"do.draw": "Draw a tile", "do.place": "Lay it here", "do.rotate": "Turn (R)", "do.skip": "No piece", "do.end-turn": "End the turn", "do.undo": "Take back", "do.resign": "Resign",
	"do.resign.sure": "Leave this game for good?", "do.islander": "Islander on {type} {segment}", "do.meeple": "{size} meeple on {type} {segment}", "do.meeple.planet": "{size} meeple to the planet at {x}, {y}",
	"do.retrieve": "Take back from {type} {segment} at {x}, {y}", "do.cover-fish": "Cover {fish} fish at {x}, {y}", "do.choose-ship": "Take ship {ship}", "do.deliver": "Pay {wares}",
	"do.battle": "Fight at {x}, {y}", "place.label": "Place at {x}, {y}", "place.ghost": "At {x}, {y}, turned by {rotation} degrees: tap to turn", "place.hint": "Tap a marked place, tap again to turn the tile, then lay it.",
	"piece.hint": "Tap a marked spot of the tile, or choose here.", "odds": "Battle: {name} wins {percent} %", "inhand": "Tile in hand", "moves": "What you can do",
	"small": "small", "large": "large", "islanders": "islanders", "shells": "shells", "fish": "fish", "bananas": "bananas", "shell": "shell", "banana": "banana", "any": "any ware", "A": "ware A", "B": "ware B",
	"bridge": "bridge", "sea": "sea", "island": "island", "market": "market", "junction": "junction", "route": "route", "asteroids": "asteroids", "planet": "planet", "space": "space", "rebels": "rebels", "empire": "Empire", "bounty-hunters": "bounty hunters",
	"red": "red", "blue": "blue", "green": "green", "yellow": "yellow", "black": "black", "white": "white", "orange": "orange",
	"seats": "Players", "points": "{n} points", "point": "1 point", "ships": "Ships", "ship": "Ship for {points} points", "ships.pile": "{n} more in the pile", "ships.delivered": "{n} ships delivered", "bag": "{n} tiles left",
	"bot": "built-in player", "you": "you", "free": "free seat", "resigned": "left", "team": "team {team}",
	"log": "What happened", "talk": "Table talk", "talk.say": "Say something", "talk.send": "Send", "talk.team": "to my team only", "talk.none": "Nothing was said yet.",
	"replay": "Replay", "replay.at": "Event {n} of {all}", "replay.live": "Back to now", "replay.prev": "Step back", "replay.next": "Step on",
	"zoom.in": "Closer", "zoom.out": "Farther", "zoom.fit": "All of it", "board": "The board. Arrow keys move it, plus and minus zoom, zero shows all of it.",
	"deadline": "{time} left", "overdue": "time is up", "paused": "paused", "d": "{n} d", "h": "{n} h", "m": "{n} min", "s": "{n} s",
	"result": "Final score", "winner": "{names} won", "rematch": "Play again", "rematch.there": "To the next game", "breakdown": "Where the points came from",
	"fair": "Check that it was fair", "fair.help": "Your browser computes shuffle and dice again from the record.", "fair.ok": "All of it is as it had to be.", "fair.bad": "Something differs:", "record": "Record",
	"fair.record": "record", "fair.tileset": "tile set", "fair.commitment": "commitment", "fair.seed": "seed", "fair.first-seat": "who began", "fair.tiles": "order of tiles", "fair.ships": "order of ships", "fair.dice": "dice",
	"battle": "Battle at {x}, {y}", "battle.throw": "Throw {n}", "battle.tie": "a tie, thrown again", "battle.lost": "{name} loses", "battle.won": "{name} wins",
	"e.game-created": "The table was made", "e.seat-taken": "{player} sat down ({colour})", "e.seat-left": "{player} left the table", "e.game-started": "The game began",
	"e.turn-started": "Turn {number}: {player}", "e.tile-drawn": "{player} drew a tile, {left} left", "e.tile-set-aside": "A tile fitted nowhere and was set aside", "e.tile-placed": "{player} laid a tile at {x}, {y}",
	"e.piece-placed": "{player} placed a piece at {x}, {y} ({segment})", "e.piece-retrieved": "{player} has a piece back from {x}, {y}", "e.feature-evaluated": "{type}: {awards}", "e.feature-scored": "{type}: {awards}",
	"e.fish-covered": "{player} covered {fish} fish", "e.ship-taken": "{player} took a ship for {points}", "e.ships-refilled": "A ship came from the pile", "e.ship-delivered": "{player} delivered to a ship for {points}",
	"e.battle-fought": "Battle: {player} won", "e.decision-needed": "{player} has to decide", "e.step-skipped": "{player} skipped a step", "e.turn-ended": "The turn ended", "e.undone": "{player} took an action back",
	"e.seat-resigned": "{player} left the game", "e.seat-timed-out": "{player} ran out of time", "e.final-evaluation": "Final evaluation", "e.game-finished": "The game is over", "e.game-aborted": "The game was called off", "e.message-posted": "{player} said something",
	"e.turn-reminder": "{player} was reminded", "award.none": "nothing for anybody", "award": "{player} {what}",
	"error.no-answer": "No answer from the service. Try again.", "error.stale": "Somebody else was faster; this is how it stands now.", "lang.label": "Language", "theme": "Board",
};

const de = {
	lang: "Deutsch",
	title: "meepled", skip: "Zum Spielbrett", account: "Konto", docs: "API", close: "Schließen", ok: "OK", cancel: "Abbrechen", more: "Mehr",
	welcome: "Legespiele, über Tage gespielt.",
	"name.label": "Dein Name", "name.go": "Unter diesem Namen spielen", "token.label": "oder ein Token, das du hast", "token.go": "Anmelden",
	"signout": "Auf diesem Gerät abmelden", "signout.warn": "Ohne ein anderes Token von dir kann sich niemand mehr als du anmelden.",
	"device": "Anderswo anmelden", "device.help": "Dieses Token meldet dich auf einem anderen Gerät an. Es wird nur einmal gezeigt; wer es hat, spielt als du.", "device.make": "Token erstellen",
	"notify": "Benachrichtigen", "notify.on": "Benachrichtigungen sind an",
	"lobby.turns": "Du bist am Zug", "lobby.mine": "Deine Spiele", "lobby.open": "Offene Tische", "lobby.watch": "Zum Zuschauen", "lobby.none": "Zurzeit keine.",
	"lobby.new": "Neuer Tisch", "lobby.seats": "{taken} von {seats} Plätzen besetzt", "lobby.error": "Das ging nicht: {detail}",
	"new.game": "Spiel", "new.name": "Name des Tisches (freiwillig)", "new.seats": "Plätze", "new.colour": "Farbe", "new.any": "beliebig",
	"new.visibility": "Wer es sieht", "public": "alle", "unlisted": "wer den Link hat", "private": "wer eingeladen ist",
	"new.clock": "Zeit für einen Zug", "new.noclock": "unbegrenzt", "new.bank": "und als Reserve", "new.timeout": "Wenn die Zeit um ist",
	"new.delay": "Zuschauer sehen es später um (Züge)", "new.seed": "Dein Teil der Mischung (freiwillig)", "new.more": "Alle Optionen", "new.go": "Tisch eröffnen",
	"option.first_seat": "Wer beginnt", "option.auto_draw": "Plättchen ziehen sich selbst", "option.auto_end_turn": "Schritte ohne Wahl auslassen",
	"option.on_timeout": "Wenn die Zeit um ist", "option.retrieve": "Figuren zurücknehmen", "option.teams": "Zwei Teams", "option.unplaceable": "Plättchen, die nirgends passen",
	"option.auto_battle": "Kämpfe laufen von selbst",
	"value.true": "ja", "value.false": "nein", "value.random": "das Los", "value.any": "immer", "value.empty-supply": "wenn keine mehr da ist",
	"value.discard": "verlassen das Spiel", "value.return": "kommen zurück zu den anderen", "value.forfeit": "scheidet der Platz aus", "value.skip": "wird der Zug ausgelassen",
	"value.bot": "übernimmt der eingebaute Spieler", "value.seat": "Platz {n}",
	"day": "1 Tag", "days": "{n} Tage", "hour": "1 Stunde", "hours": "{n} Stunden", "minutes": "{n} Minuten",
	"join": "Platz nehmen", "join.as": "Mitspielen als {colour}", "leave": "Verlassen", "start": "Jetzt beginnen", "abort": "Absagen", "share": "Link teilen", "shared": "Link kopiert", "invite": "Einladen",
	"invite.made": "Ein Link für eine Person:", "take": "Für sie weiterspielen", "return": "Ich bin zurück",
	"status.lobby": "wartet auf Mitspieler", "status.active": "läuft", "status.finished": "beendet", "status.aborted": "abgesagt",
	"yourturn": "Du bist am Zug", "turnof": "{name} ist am Zug", "nobody": "Niemand ist am Zug", "offline": "Keine Verbindung. Was du siehst, kann alt sein.", "reconnected": "Wieder verbunden",
	"loading": "Lädt …", "notfound": "Dieses Spiel gibt es nicht, oder es ist nicht für alle sichtbar.", "back": "Alle Spiele",
	"phase.draw": "Plättchen ziehen", "phase.place": "Plättchen legen", "phase.piece": "Figur setzen", "phase.decide": "entscheiden", "phase.battle": "kämpfen", "phase.deliver": "liefern", "phase.over": "vorbei",
	"do.draw": "Plättchen ziehen", "do.place": "Hier legen", "do.rotate": "Drehen (R)", "do.skip": "Keine Figur", "do.end-turn": "Zug beenden", "do.undo": "Zurücknehmen", "do.resign": "Aufgeben",
	"do.resign.sure": "Dieses Spiel endgültig verlassen?", "do.islander": "Insulaner auf {type} {segment}", "do.meeple": "Meeple ({size}) auf {type} {segment}", "do.meeple.planet": "Meeple ({size}) zum Planeten bei {x}, {y}",
	"do.retrieve": "Zurücknehmen von {type} {segment} bei {x}, {y}", "do.cover-fish": "{fish} Fische bei {x}, {y} abdecken", "do.choose-ship": "Schiff {ship} nehmen", "do.deliver": "{wares} zahlen",
	"do.battle": "Kämpfen bei {x}, {y}", "place.label": "Feld {x}, {y}", "place.ghost": "Auf {x}, {y}, gedreht um {rotation} Grad: antippen dreht", "place.hint": "Ein markiertes Feld antippen, nochmals antippen dreht das Plättchen, dann legen.",
	"piece.hint": "Eine markierte Stelle des Plättchens antippen oder hier wählen.", "odds": "Kampf: {name} gewinnt zu {percent} %", "inhand": "Plättchen in der Hand", "moves": "Was du tun kannst",
	"small": "klein", "large": "groß", "islanders": "Insulaner", "shells": "Muscheln", "fish": "Fische", "bananas": "Bananen", "shell": "Muschel", "banana": "Banane", "any": "beliebige Ware", "A": "Ware A", "B": "Ware B",
	"bridge": "Brücke", "sea": "Meer", "island": "Insel", "market": "Markt", "junction": "Kreuzung", "route": "Route", "asteroids": "Asteroiden", "planet": "Planet", "space": "Weltraum", "rebels": "Rebellen", "empire": "Imperium", "bounty-hunters": "Kopfgeldjäger",
	"red": "Rot", "blue": "Blau", "green": "Grün", "yellow": "Gelb", "black": "Schwarz", "white": "Weiß", "orange": "Orange",
	"seats": "Spieler", "points": "{n} Punkte", "point": "1 Punkt", "ships": "Schiffe", "ship": "Schiff für {points} Punkte", "ships.pile": "{n} weitere im Stapel", "ships.delivered": "{n} Schiffe beliefert", "bag": "noch {n} Plättchen",
	"bot": "eingebauter Spieler", "you": "du", "free": "freier Platz", "resigned": "ausgeschieden", "team": "Team {team}",
	"log": "Verlauf", "talk": "Tischgespräch", "talk.say": "Etwas sagen", "talk.send": "Senden", "talk.team": "nur an mein Team", "talk.none": "Noch wurde nichts gesagt.",
	"replay": "Nachspielen", "replay.at": "Ereignis {n} von {all}", "replay.live": "Zurück zu jetzt", "replay.prev": "Schritt zurück", "replay.next": "Schritt weiter",
	"zoom.in": "Näher", "zoom.out": "Weiter weg", "zoom.fit": "Alles zeigen", "board": "Das Spielbrett. Pfeiltasten verschieben es, Plus und Minus zoomen, Null zeigt alles.",
	"deadline": "noch {time}", "overdue": "Zeit ist um", "paused": "unterbrochen", "d": "{n} T", "h": "{n} Std", "m": "{n} min", "s": "{n} s",
	"result": "Endstand", "winner": "{names} hat gewonnen", "rematch": "Noch einmal", "rematch.there": "Zum nächsten Spiel", "breakdown": "Woher die Punkte kamen",
	"fair": "Fairness prüfen", "fair.help": "Dein Browser rechnet Mischung und Würfel aus der Aufzeichnung nach.", "fair.ok": "Alles ist so, wie es sein musste.", "fair.bad": "Etwas weicht ab:", "record": "Aufzeichnung",
	"fair.record": "Aufzeichnung", "fair.tileset": "Plättchensatz", "fair.commitment": "Festlegung", "fair.seed": "Startwert", "fair.first-seat": "wer begann", "fair.tiles": "Reihenfolge der Plättchen", "fair.ships": "Reihenfolge der Schiffe", "fair.dice": "Würfel",
	"battle": "Kampf bei {x}, {y}", "battle.throw": "Wurf {n}", "battle.tie": "unentschieden, noch einmal", "battle.lost": "{name} verliert", "battle.won": "{name} gewinnt",
	"e.game-created": "Der Tisch wurde eröffnet", "e.seat-taken": "{player} nahm Platz ({colour})", "e.seat-left": "{player} verließ den Tisch", "e.game-started": "Das Spiel begann",
	"e.turn-started": "Zug {number}: {player}", "e.tile-drawn": "{player} zog ein Plättchen, noch {left}", "e.tile-set-aside": "Ein Plättchen passte nirgends und kam beiseite", "e.tile-placed": "{player} legte ein Plättchen auf {x}, {y}",
	"e.piece-placed": "{player} setzte eine Figur auf {x}, {y} ({segment})", "e.piece-retrieved": "{player} bekam eine Figur von {x}, {y} zurück", "e.feature-evaluated": "{type}: {awards}", "e.feature-scored": "{type}: {awards}",
	"e.fish-covered": "{player} deckte {fish} Fische ab", "e.ship-taken": "{player} nahm ein Schiff für {points}", "e.ships-refilled": "Ein Schiff kam vom Stapel", "e.ship-delivered": "{player} belieferte ein Schiff für {points}",
	"e.battle-fought": "Kampf: {player} gewann", "e.decision-needed": "{player} muss entscheiden", "e.step-skipped": "{player} ließ einen Schritt aus", "e.turn-ended": "Der Zug endete", "e.undone": "{player} nahm etwas zurück",
	"e.seat-resigned": "{player} schied aus", "e.seat-timed-out": "{player} überschritt die Zeit", "e.final-evaluation": "Schlusswertung", "e.game-finished": "Das Spiel ist aus", "e.game-aborted": "Das Spiel wurde abgesagt", "e.message-posted": "{player} sagte etwas",
	"e.turn-reminder": "{player} wurde erinnert", "award.none": "nichts für niemanden", "award": "{player} {what}",
	"error.no-answer": "Keine Antwort vom Dienst. Versuche es noch einmal.", "error.stale": "Jemand war schneller; so steht es jetzt.", "lang.label": "Sprache", "theme": "Brett",
};

export const languages = {en, de};
let chosen = pick();

function pick() {
	let wish = null;

	try {
		wish = localStorage.getItem("lang");
	} catch {
		/* no storage: by the browser's languages */
	}
	for (const code of [wish, ...(navigator.languages || [])])
		if (code && languages[code.slice(0, 2)])
			return code.slice(0, 2);
	return "en";
}

export const language = () => chosen;

export function speak(code) {
	chosen = code;
	try {
		localStorage.setItem("lang", code);
	} catch {
		/* then for this page only */
	}
	document.documentElement.lang = code;
}

export function has(key) {
	return key in languages[chosen] || key in en;
}

/* The text of a key; the key's own last part when nobody wrote one. */
export function t(key, values = {}) {
	const text = languages[chosen][key] ?? en[key] ?? String(key).replace(/^(value|option|e|do|fair)\./, "");

	return text.replace(/\{(\w+)\}/g, (all, name) => (name in values ? values[name] : all));
}
