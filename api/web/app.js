/* The list of games with a free seat. */
const list = document.getElementById("games");

function line(game) {
	const item = document.createElement("li"), link = document.createElement("a");

	link.href = "/games/" + game.id;
	link.textContent = game.name || game.ruleset + " " + game.id;
	item.append(link);
	return item;
}

const answer = await fetch("/v1/games?open_seats=true", { headers: { Accept: "application/json" } });
if (answer.ok)
	list.replaceChildren(...(await answer.json()).games.map(line));
