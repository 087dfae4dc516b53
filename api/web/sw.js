/*
 * sw.js - reading without a connection: what was read last is shown again.
 *
 * The service is always asked first; what it keeps for ever (immutable) is not asked for
 * again.  Changes, streams, secrets (no-store) and other hosts pass by.  What was kept goes when
 * somebody signs in or out.
 */
const KEPT = "meepled-1";
const MOST = 400;		/* answers */
const shell = ["/", "/web/app.css", "/web/app.js", "/web/board.js", "/web/describe.js", "/web/game.js", "/web/lobby.js", "/web/panels.js",
	"/web/service.js", "/web/texts.js", "/web/fairness.js", "/web/icon.svg", "/web/vendor/preact.js"];

self.addEventListener("install", (e) => {
	/* One that is missing keeps none of the others away. */
	e.waitUntil(caches.open(KEPT).then((cache) => Promise.allSettled(shell.map((path) => cache.add(path)))).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (e) => {
	e.waitUntil(caches.keys().then((names) => Promise.all(names.filter((n) => n !== KEPT).map((n) => caches.delete(n)))).then(() => self.clients.claim()));
});

async function keep(request, response) {
	const cache = await caches.open(KEPT);

	await cache.put(request, response);
	const all = await cache.keys();
	for (const old of all.slice(0, Math.max(0, all.length - MOST)))
		if (!shell.includes(new URL(old.url).pathname))
			await cache.delete(old);
}

async function answer(request, event) {
	const kept = await caches.match(request);

	if (kept && (kept.headers.get("Cache-Control") || "").includes("immutable"))
		return kept;
	try {
		const response = await fetch(request);

		if (response.status === 200 && !(response.headers.get("Cache-Control") || "").includes("no-store"))
			event.waitUntil(keep(request, response.clone()));
		return response;
	} catch (error) {
		if (kept)
			return kept;
		/* Every page is the same page. */
		const page = request.mode === "navigate" && await caches.match("/");

		if (page)
			return page;
		throw error;
	}
}

self.addEventListener("fetch", (event) => {
	const {request} = event;
	const url = new URL(request.url);

	if (url.pathname === "/v1/session") {
		event.waitUntil(caches.delete(KEPT));
		return;
	}
	if (request.method !== "GET" || url.origin !== location.origin || (request.headers.get("Accept") || "").includes("text/event-stream"))
		return;
	event.respondWith(answer(request, event));
});
