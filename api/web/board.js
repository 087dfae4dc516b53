/*
 * board.js - the board on the page: the service's drawing, moved and zoomed, and what can
 * be done on it.
 *
 * The drawing lives in a shadow tree: its style sheet counts there only, and comes in
 * as an object, because the page's policy lets no style in as text.  A tile has 100 units;
 * the drawing's own panel is left out, the page shows players itself.
 */
const SVG = "http://www.w3.org/2000/svg";
const TILE = 100, ZOOM_MAX = 6, KEY_STEP = 0.15;

const own = `
:host { display: block; position: relative; overflow: hidden; touch-action: none; cursor: grab; }
:host(:focus-visible) { outline: 3px solid var(--focus, #06c); outline-offset: -3px; }
svg { width: 100%; height: 100%; display: block; }
.panel, .paper { display: none; }
.choice { cursor: pointer; outline: none; }
.choice .shape { fill: #ffd54a55; stroke: #b06000; stroke-width: 3; stroke-dasharray: 8 5; }
.choice:focus-visible .shape, .choice:hover .shape { fill: #ffd54aaa; stroke-dasharray: none; stroke-width: 5; }
.choice.ghost .shape { fill: none; stroke: #b06000; stroke-width: 4; }
.choice.small .shape { stroke-width: 2; stroke-dasharray: 4 3; fill: #ffd54acc; }
.choice.over .shape { fill: none; }
.choice text { font: bold 11px sans-serif; text-anchor: middle; fill: #222; pointer-events: none; }
.choice.ghost use { opacity: .85; }
`;

function element(name, attributes, ...children) {
	const e = document.createElementNS(SVG, name);

	for (const [key, value] of Object.entries(attributes))
		e.setAttribute(key, value);
	e.append(...children);
	return e;
}

function sheet(text) {
	const s = new CSSStyleSheet();

	s.replaceSync(text);
	return s;
}

export class Board {
	/* `host` and `handHost` (for the tile in hand) are empty elements; onChoose(choice) is told what was tapped. */
	constructor(host, handHost, onChoose) {
		this.host = host;
		this.handHost = handHost;
		this.handRoot = handHost.attachShadow({mode: "open"});
		this.onChoose = onChoose;
		this.root = host.attachShadow({mode: "open"});
		this.own = sheet(own);
		this.box = null;
		this.pointers = new Map();
		this.moved = 0;
		this.listen();
		this.watch = new ResizeObserver(() => this.apply());
		this.watch.observe(host);
	}

	close() {
		this.watch.disconnect();
	}

	/* `text` is the service's SVG. */
	show(text) {
		let css = "";
		/* Taken out of the text: a browser would complain of a style element before it could be removed. */
		const bare = text.replace(/<style>([^<]*)<\/style>/, (all, inside) => {
			css = inside;
			return "";
		});
		const svg = new DOMParser().parseFromString(bare, "image/svg+xml").documentElement;
		const drawn = document.importNode(svg, true);

		this.root.adoptedStyleSheets = [sheet(css), this.own];
		for (const s of drawn.querySelectorAll(".spot, .spot-piece"))
			s.remove();
		this.spots = [...svg.querySelectorAll(".spot-piece")].map((s) => ({
			x: Number(s.dataset.x), y: Number(s.dataset.y), segment: s.dataset.segment,
			cx: Number(s.getAttribute("cx")), cy: Number(s.getAttribute("cy"))}));
		this.hand = svg.querySelector(".hand use")?.getAttribute("href") || null;
		drawn.setAttribute("role", "group");
		drawn.removeAttribute("aria-labelledby");
		this.overlay = element("g", {class: "choices"});
		drawn.append(this.overlay);
		this.root.replaceChildren(drawn);
		this.svg = drawn;
		this.showHand();
		this.measure();
		this.apply();
	}

	showHand() {
		this.handHost.hidden = !this.hand;
		this.handRoot.adoptedStyleSheets = this.root.adoptedStyleSheets;
		if (!this.hand)
			return;
		this.handRoot.replaceChildren(element("svg", {viewBox: "0 0 100 100", class: this.svg.getAttribute("class"), "aria-hidden": "true"},
			this.svg.querySelector("defs").cloneNode(true), element("use", {href: this.hand})));
	}

	/* All tiles and a free place around. */
	measure() {
		const grid = this.svg.querySelector(".grid")?.getAttribute("d") || "";
		const at = [...grid.matchAll(/M(-?\d+) (-?\d+)/g)].map((m) => [Number(m[1]), Number(m[2])]);

		if (at.length === 0)
			at.push([0, 0]);
		const xs = at.map((p) => p[0]), ys = at.map((p) => p[1]);
		const full = {x: Math.min(...xs) - TILE, y: Math.min(...ys) - TILE};

		full.w = Math.max(...xs) + 2 * TILE - full.x;
		full.h = Math.max(...ys) + 2 * TILE - full.y;
		const grew = !this.full || ["x", "y", "w", "h"].some((k) => this.full[k] !== full[k]);
		const fitted = !this.box || (this.full && this.box.w >= this.full.w * 0.99);

		this.full = full;
		if (fitted && grew)
			this.box = {...full};
	}

	fit() {
		this.box = {...this.full};
		this.apply();
	}

	apply() {
		if (!this.svg)
			return;
		const f = this.full, b = this.box;
		const widest = Math.max(f.w, f.h) * 1.5, least = Math.max(f.w, f.h) / ZOOM_MAX;
		const scale = Math.min(Math.max(b.w, least), widest) / b.w;

		b.x += b.w * (1 - scale) / 2;
		b.y += b.h * (1 - scale) / 2;
		b.w *= scale;
		b.h *= scale;
		b.x = Math.min(Math.max(b.x, f.x - b.w / 2), f.x + f.w - b.w / 2);
		b.y = Math.min(Math.max(b.y, f.y - b.h / 2), f.y + f.h - b.h / 2);
		this.svg.setAttribute("viewBox", `${b.x} ${b.y} ${b.w} ${b.h}`);
	}

	pan(dx, dy) {
		this.box.x += dx * this.box.w;
		this.box.y += dy * this.box.h;
		this.apply();
	}

	/* By a factor, about a point of the host in parts of its size. */
	zoom(factor, px = 0.5, py = 0.5) {
		const b = this.box;

		b.x += b.w * px * (1 - 1 / factor);
		b.y += b.h * py * (1 - 1 / factor);
		b.w /= factor;
		b.h /= factor;
		this.apply();
	}

	/*
	 * What may be done here: [{id, x, y, segment?, rotation?, ghost?, over?, label}].  Without a
	 * segment it is a place for the tile in hand; with one, a spot for a piece, or (over)
	 * one that stands there already.
	 */
	offer(choices) {
		const active = this.root.activeElement?.dataset.id;

		this.overlay.replaceChildren(...choices.map((c) => this.draw(c)));
		if (active)
			[...this.overlay.children].find((e) => e.dataset.id === active)?.focus();
	}

	draw(c) {
		const g = element("g", {class: `choice${c.ghost ? " ghost" : ""}${c.segment !== undefined ? " small" : ""}${c.over ? " over" : ""}`, role: "button",
			tabindex: "0", "aria-label": c.label, "data-id": c.id});

		if (c.segment !== undefined) {
			const spot = this.spots.find((s) => s.x === c.x && s.y === c.y && s.segment === c.segment) || {cx: c.x * TILE + 50, cy: c.y * TILE + 50};

			g.append(element("circle", {class: "shape", cx: spot.cx, cy: spot.cy, r: 13}));
			if (!c.over)
				g.append(element("text", {x: spot.cx, y: spot.cy + 4}, "+"));
		} else {
			if (c.ghost && this.hand)
				g.append(element("use", {href: this.hand, transform: `translate(${c.x * TILE} ${c.y * TILE})rotate(${c.rotation} 50 50)`}));
			g.append(element("rect", {class: "shape", x: c.x * TILE + 3, y: c.y * TILE + 3, width: 94, height: 94, rx: 8}));
		}
		g.append(element("title", {}, c.label));
		g.addEventListener("click", () => this.moved < 8 && this.onChoose(c));
		g.addEventListener("keydown", (e) => {
			if (e.key === "Enter" || e.key === " ") {
				e.preventDefault();
				this.onChoose(c);
			}
		});
		return g;
	}

	at(e) {
		const r = this.host.getBoundingClientRect();

		return {x: (e.clientX - r.left) / r.width, y: (e.clientY - r.top) / r.height};
	}

	listen() {
		const h = this.host;

		h.addEventListener("wheel", (e) => {
			e.preventDefault();
			const p = this.at(e);
			this.zoom(e.deltaY < 0 ? 1.15 : 1 / 1.15, p.x, p.y);
		}, {passive: false});
		h.addEventListener("pointerdown", (e) => {
			if (this.pointers.size === 0)
				this.moved = 0;
			this.pointers.set(e.pointerId, this.at(e));
		});
		h.addEventListener("pointermove", (e) => this.drag(e));
		for (const end of ["pointerup", "pointercancel", "pointerleave"])
			h.addEventListener(end, (e) => this.pointers.delete(e.pointerId));
		h.addEventListener("keydown", (e) => this.key(e));
	}

	drag(e) {
		const before = this.pointers.get(e.pointerId), now = this.at(e);

		if (!before || !this.svg)
			return;
		const r = this.host.getBoundingClientRect();
		/* The drawing keeps its shape: a part of the host's width is not a part of the box's. */
		const unit = Math.max(this.box.w / r.width, this.box.h / r.height);

		this.moved += Math.hypot((now.x - before.x) * r.width, (now.y - before.y) * r.height);
		if (this.pointers.size === 1) {
			this.box.x -= (now.x - before.x) * r.width * unit;
			this.box.y -= (now.y - before.y) * r.height * unit;
			this.apply();
		} else {
			const other = [...this.pointers].find(([id]) => id !== e.pointerId)[1];
			const far = (p) => Math.hypot((p.x - other.x) * r.width, (p.y - other.y) * r.height);

			this.zoom(Math.min(Math.max(far(now) / Math.max(far(before), 1), 0.5), 2), (now.x + other.x) / 2, (now.y + other.y) / 2);
		}
		this.pointers.set(e.pointerId, now);
	}

	key(e) {
		const keys = {ArrowLeft: [-KEY_STEP, 0], ArrowRight: [KEY_STEP, 0], ArrowUp: [0, -KEY_STEP], ArrowDown: [0, KEY_STEP]};

		if (!this.svg || e.ctrlKey || e.metaKey || e.altKey)
			return;
		if (keys[e.key])
			this.pan(...keys[e.key]);
		else if (e.key === "+" || e.key === "=")
			this.zoom(1.25);
		else if (e.key === "-")
			this.zoom(0.8);
		else if (e.key === "0")
			this.fit();
		else
			return;
		e.preventDefault();
	}
}
