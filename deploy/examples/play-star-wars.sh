#!/bin/sh
# Two players who look for a fight, one shell: plays a whole game of Star Wars
# Carcassonne, shows every battle with its chances and throws, and checks shuffle and
# dice afterwards.  Needs curl and jq.
#
#	play-star-wars.sh [URL] [MEEPLED]
#
# URL is where meepled listens (http://127.0.0.1:8080), MEEPLED its program, for the
# check (build/meepled).  Every request carries a key of its own and is safe to
# repeat, so a lost connection does no harm: above all, no battle is fought twice.
set -eu

url=${1:-http://127.0.0.1:8080}
meepled=${2:-${MEEPLED:-build/meepled}}
run=$$-$(date +%s)
calls=0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# post TOKEN PATH BODY: the answer on standard output; ends the script when refused.
post() {
	calls=$((calls + 1))
	curl -sS --fail-with-body --retry 3 -H "Authorization: Bearer $1" -H 'Content-Type: application/json' \
		-H "Idempotency-Key: $run-$calls" --data "$3" "$url$2" || { echo "refused: $2 $3" >&2; exit 1; }
}

register() {
	curl -sS --fail-with-body -H 'Content-Type: application/json' --data "{\"name\": \"$1\"}" "$url/v1/players" | jq -r .token
}

legal() {
	curl -sS --fail-with-body -H "Authorization: Bearer $1" "$url/v1/games/$game/legal"
}

# The request for the next move: an attack if there is one, else a tile close to the
# middle, and a meeple only on a planet.
choose() {
	legal "$1" | jq -c '{move_id: (.odds[0].move_id // (.moves | if .[0].type == "place"
		then min_by(.x * .x + .y * .y) else map(select(.segment == "p"))[0] // .[-1] end).move_id)}'
}

# Who has which chance, then the throws until one side is left.
fight() {
	legal "$1" | jq -r '.odds[0].battles[0] | "battle for the \(.feature_type) at \(.x),\(.y): " +
		([.sides[] | "seat \(.seat) with \(.dice) \(if .dice == 1 then "die" else "dice" end) wins with \(.win)"] | join(", "))'
	post "$1" "/v1/games/$game/battle" '{}' >"$folder/answer"
	jq -r '.events[] | select(.type == "battle-fought") | (.throws[] | "  " + ([.rolls[] |
		"seat \(.seat) throws \(.dice | join(" "))"] | join(", ")) + (if .tied == [] then "" else ": a tie" end)),
		"  seat \(.winner.seat) wins"' "$folder/answer"
}

ada=$(register Ada)
bob=$(register Bob)
post "$ada" /v1/games '{"ruleset": "star-wars", "seats": 2, "colour": "red", "client_seed": "tatooine",
	"options": {"auto_draw": true, "auto_battle": false}}' >"$folder/view"
game=$(jq -r .id "$folder/view")
commitment=$(jq -r .commitment "$folder/view")
post "$bob" "/v1/games/$game/seats" '{"colour": "black", "client_seed": "endor"}' >"$folder/view"
echo "game $game: $url/v1/games/$game"

now=$(jq -r '"\(.turn.phase) \(.waiting_for[0])"' "$folder/view")
while [ "${now%% *}" != over ]; do
	case $now in
	*0) token=$ada ;;
	*) token=$bob ;;
	esac
	case $now in
	battle*) fight "$token" ;;
	*) post "$token" "/v1/games/$game/actions" "$(choose "$token")" >"$folder/answer" ;;
	esac
	now=$(jq -r '.game | "\(.turn.phase) \(.waiting_for[0])"' "$folder/answer")
done

jq .game "$folder/answer" >"$folder/view"
jq -r '.seats[] | "\(.player.name) (\(.faction)): \(.score) points"' "$folder/view"
jq -r '"Won by " + ([.seats[.result.winners[]].player.name] | join(" and "))' "$folder/view"
curl -sS "$url/v1/games/$game/events?after=$(($(jq .version "$folder/view") - 1))" | jq -r '.events[-1].type'

# Shuffle and dice were fixed before anybody sat down, and everything follows from them.
curl -sS "$url/v1/games/$game/record" >"$folder/record.json"
[ "$(jq -r .commitment "$folder/record.json")" = "$commitment" ] ||
	{ echo "the commitment is not the one that was made" >&2; exit 1; }
"$meepled" verify "$folder/record.json"
