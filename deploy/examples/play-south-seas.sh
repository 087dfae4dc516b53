#!/bin/sh
# Two players, one shell: plays a whole game of South Seas to its end and checks the
# shuffle afterwards.  Needs curl and jq.
#
#	play-south-seas.sh [URL] [MEEPLED]
#
# URL is where meepled listens (http://127.0.0.1:8080), MEEPLED its program, for the
# check (build/meepled).  Every request carries a key of its own and is safe to
# repeat, so a lost connection does no harm.
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

# The request for the next move: a ship or an islander if there is any to have, else
# something from the middle of the list.
choose() {
	curl -sS --fail-with-body -H "Authorization: Bearer $1" "$url/v1/games/$game/legal" | jq -c '
		.moves | (map(select(.type == "deliver" or .type == "islander")) | select(length > 0)) // .
		| .[length / 3 | floor] | {move_id}'
}

ada=$(register Ada)
bob=$(register Bob)
post "$ada" /v1/games '{"ruleset": "south-seas", "seats": 2, "options": {"auto_draw": true}, "client_seed": "monsoon"}' >"$folder/view"
game=$(jq -r .id "$folder/view")
commitment=$(jq -r .commitment "$folder/view")
post "$bob" "/v1/games/$game/seats" '{"client_seed": "trade wind"}' >"$folder/view"
echo "game $game: $url/v1/games/$game"

seat=$(jq '.waiting_for[0]' "$folder/view")
while [ "$seat" != null ]; do
	case $seat in
	0) token=$ada ;;
	*) token=$bob ;;
	esac
	post "$token" "/v1/games/$game/actions" "$(choose "$token")" >"$folder/answer"
	seat=$(jq '.game.waiting_for[0]' "$folder/answer")
done

jq .game "$folder/answer" >"$folder/view"
jq -r '.seats[] | "\(.player.name) (\(.colour)): \(.score) points"' "$folder/view"
jq -r '[.seats[.result.winners[]].player.name] | "King of the South Seas: " + join(" and ")' "$folder/view"
curl -sS "$url/v1/games/$game/events?after=$(($(jq .version "$folder/view") - 1))" | jq -r '.events[-1].type'

# The shuffle was fixed before anybody sat down, and everything follows from it.
curl -sS "$url/v1/games/$game/record" >"$folder/record.json"
[ "$(jq -r .commitment "$folder/record.json")" = "$commitment" ] ||
	{ echo "the commitment is not the one that was made" >&2; exit 1; }
"$meepled" verify "$folder/record.json"
