/*
 * app.js - which page is shown, to whom, in which language.
 */
import {html, render, useEffect, useState} from "./vendor/preact.js";
import {Game} from "./game.js";
import {Lobby} from "./lobby.js";
import {languages, language, speak, t} from "./texts.js";
import {post, register, signIn, signOut, whoAmI} from "./service.js";

function gameOf(path) {
	const found = path.match(/^\/(?:v1\/)?games\/([0-9a-z]{8})$/);

	return found && found[1];
}

/* What went wrong, read out as well. */
export function Refusal({error}) {
	if (!error)
		return null;
	const text = error.code === "no-answer" ? t("error.no-answer") : error.message + (error.rule ? ` (${error.rule})` : "");

	return html`<p class="refusal" role="alert">${text}</p>`;
}

export function SignIn({onDone}) {
	const [error, fail] = useState(null);
	const [busy, setBusy] = useState(false);
	const submit = (act, field) => async (e) => {
		e.preventDefault();
		setBusy(true);
		try {
			await act(new FormData(e.target).get(field).trim());
			onDone();
		} catch (problem) {
			fail(problem);
		}
		setBusy(false);
	};

	return html`<section class="card signin">
		<form onSubmit=${submit(register, "name")}>
			<label>${t("name.label")} <input name="name" required maxlength="40" autocomplete="nickname" /></label>
			<button class="main" disabled=${busy}>${t("name.go")}</button>
		</form>
		<form onSubmit=${submit(signIn, "token")}>
			<label>${t("token.label")} <input name="token" required type="password" autocomplete="off" /></label>
			<button disabled=${busy}>${t("token.go")}</button>
		</form>
		<${Refusal} error=${error} />
	</section>`;
}

function Account({me, onChange}) {
	const [token, setToken] = useState("");
	const [error, fail] = useState(null);
	const attempt = (act) => () => act().catch(fail);
	const make = async () => setToken((await post("/v1/me/tokens", {name: "device", scopes: ["read", "play"]})).token);
	const leave = async () => {
		if (!confirm(t("signout.warn")))
			return;
		await signOut();
		onChange();
	};

	return html`<details class="account">
		<summary>${me.name}</summary>
		<div class="card popup">
			<${Notices} />
			<p><button onClick=${attempt(make)}>${t("device")}: ${t("device.make")}</button></p>
			${token && html`<p>${t("device.help")}</p><input readonly value=${token} aria-label=${t("device")} onFocus=${(e) => e.target.select()} />`}
			<p><button onClick=${attempt(leave)}>${t("signout")}</button></p>
			<${Refusal} error=${error} />
		</div>
	</details>`;
}

function Notices() {
	const [state, setState] = useState(window.Notification ? Notification.permission : "none");

	if (state !== "default")
		return null;
	return html`<p><button onClick=${async () => setState(await Notification.requestPermission())}>${t("notify")}</button></p>`;
}

function App() {
	const [me, setMe] = useState(undefined);
	const [tongue, setTongue] = useState(language());
	const game = gameOf(location.pathname);
	const look = () => whoAmI().then(setMe, () => setMe(null));

	useEffect(() => {
		look();
	}, []);
	useEffect(() => {
		document.documentElement.lang = tongue;
	}, [tongue]);
	if (me === undefined)
		return html`<p class="loading">${t("loading")}</p>`;
	return html`
		<a class="skip" href="#main">${t("skip")}</a>
		<header>
			<a class="home" href="/">${t("title")}</a>
			<span class="grow"></span>
			<select aria-label=${t("lang.label")} value=${tongue} onChange=${(e) => { speak(e.target.value); setTongue(e.target.value); }}>
				${Object.keys(languages).map((code) => html`<option value=${code}>${languages[code].lang}</option>`)}
			</select>
			<a href="/docs">${t("docs")}</a>
			${me && html`<${Account} me=${me} onChange=${look} />`}
		</header>
		<main id="main" tabindex="-1">
			${game ? html`<${Game} id=${game} me=${me} onSignedIn=${look} key=${game} />` : html`<${Lobby} me=${me} onSignedIn=${look} />`}
		</main>`;
}

render(html`<${App} />`, document.getElementById("app"));
navigator.serviceWorker?.register("/sw.js").catch(() => {});
