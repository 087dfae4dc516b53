/*
 * service.js - the service, as the page sees it: JSON in and out, refusals as errors.
 *
 * The token is in a cookie that scripts cannot read; Meepled-Web says that a change
 * comes from a page of this service and not from somebody else's form.
 */

/* A refusal (RFC 9457), or no answer at all (status 0). */
export class Problem extends Error {
	constructor(status, body) {
		super(body.detail || body.title || String(status));
		this.status = status;
		this.code = body.code || "";
		this.rule = body.rule || "";
		this.body = body;
	}
}

const TRIES = 3;
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

async function send(path, options) {
	try {
		return await fetch(path, options);
	} catch (error) {
		throw new Problem(0, {detail: error.message, code: "no-answer"});
	}
}

async function problem(response) {
	let body = {};

	try {
		body = await response.json();
	} catch {
		/* a proxy's own page */
	}
	return new Problem(response.status, body);
}

/*
 * One request.  A change carries a key, so that it can be sent again when no
 * answer came, and is done once.
 */
export async function call(method, path, body, more = {}) {
	const headers = {Accept: more.accept || "application/json", ...more.headers};
	const changes = method !== "GET";

	if (changes) {
		headers["Meepled-Web"] = "1";
		headers["Idempotency-Key"] = crypto.randomUUID ? crypto.randomUUID() : Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16)).join("");
	}
	if (body !== undefined)
		headers["Content-Type"] = "application/json";
	for (let tries = 1; ; tries++) {
		try {
			const response = await send(path, {method, headers, body: body === undefined ? undefined : JSON.stringify(body), signal: more.signal});

			if (!response.ok)
				throw await problem(response);
			if (response.status === 204)
				return null;
			return more.accept ? await response.text() : await response.json();
		} catch (error) {
			if (!(error instanceof Problem) || error.status !== 0 || tries === TRIES || (more.signal && more.signal.aborted))
				throw error;
			await pause(tries * 400);
		}
	}
}

export const get = (path, more) => call("GET", path, undefined, more);
export const post = (path, body, more) => call("POST", path, body, more);

/* Whether there may be a cookie: only the service can see it, and who has none need not ask. */
function mayBeSignedIn(yes) {
	try {
		if (yes === undefined)
			return localStorage.getItem("signed-in") !== null;
		if (yes)
			localStorage.setItem("signed-in", "yes");
		else
			localStorage.removeItem("signed-in");
	} catch {
		/* no storage: ask */
	}
	return true;
}

/* Who sits before the page: a player, or null. */
export async function whoAmI() {
	if (!mayBeSignedIn())
		return null;
	try {
		return await get("/v1/me");
	} catch (error) {
		if (error.status !== 401 && error.status !== 403)
			throw error;
		mayBeSignedIn(false);
		return null;
	}
}

export async function signIn(token) {
	await post("/v1/session", undefined, {headers: {Authorization: `Bearer ${token}`}});
	mayBeSignedIn(true);
}

export async function register(name) {
	await signIn((await post("/v1/players", {name})).token);
}

export async function signOut() {
	await call("DELETE", "/v1/session");
	mayBeSignedIn(false);
}

/*
 * The events of a game after `after`, as they happen.  The browser comes back by
 * itself, from the last one that it got.  Returns what ends it.
 */
export function follow(game, after, types, {onEvent, onState}) {
	const source = new EventSource(`/v1/games/${game}/events?after=${after}`);
	const take = (message) => onEvent(JSON.parse(message.data));

	for (const type of types)
		source.addEventListener(type, take);
	source.addEventListener("end", () => source.close());
	source.onopen = () => onState(true);
	source.onerror = () => onState(false);
	return () => source.close();
}
