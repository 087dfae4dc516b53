/*
 * stage.mjs - a daemon of its own, a browser, and people with pages (for the tests of this folder).
 */
import {spawn} from "node:child_process";
import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {createInterface} from "node:readline";
import {chromium} from "playwright-core";

const flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update",
	"--disable-sync"];
export const phone = {viewport: {width: 390, height: 844}, isMobile: true, hasTouch: true, deviceScaleFactor: 2};
export const desk = {viewport: {width: 1280, height: 860}};

export class Daemon {
	constructor(binary) {
		this.binary = binary;
		this.data = mkdtempSync(join(tmpdir(), "meepled-browser-"));
		this.listen = "127.0.0.1:0";
	}

	/* Again on the same port and data after stop(). */
	start() {
		this.process = spawn(this.binary, ["--listen", this.listen, "--data", this.data, "--rate-address", "0", "--rate-requests", "0", "--rate-registrations", "0"], {stdio: ["ignore", "ignore", "pipe"]});
		this.ended = new Promise((done) => this.process.on("exit", done));
		return new Promise((done, fail) => {
			const lines = createInterface({input: this.process.stderr});

			this.log = [];
			lines.on("line", (line) => {
				this.log.push(line);
				const found = line.match(/msg=listening addr=(\S+)/);

				if (found) {
					this.listen = found[1];
					this.url = `http://${found[1]}`;
					done(this);
				}
			});
			this.process.on("exit", (code) => fail(new Error(`the daemon ended with ${code}: ${this.log.slice(-5).join("\n")}`)));
		});
	}

	async stop(signal = "SIGTERM") {
		this.process.kill(signal);
		return this.ended;
	}

	async close() {
		const code = await this.stop();

		rmSync(this.data, {recursive: true, force: true});
		if (code !== 0)
			throw new Error(`the daemon ended with ${code}: ${this.log.slice(-10).join("\n")}`);
	}
}

/* Somebody with a browser of their own; what the console or the network complains of is kept. */
export class Person {
	static async enter(stage, name, options = phone) {
		const p = new Person();

		p.stage = stage;
		p.name = name;
		p.complaints = [];
		p.hosts = new Set();
		p.context = await stage.browser.newContext({locale: "en-GB", ...options});
		p.context.setDefaultTimeout(15000);
		p.page = await p.context.newPage();
		p.page.on("console", (m) => ["error", "warning"].includes(m.type()) && p.complaints.push(m.text()));
		p.page.on("pageerror", (e) => p.complaints.push(String(e)));
		p.page.on("request", (r) => p.hosts.add(new URL(r.url()).host));
		p.page.on("dialog", (d) => d.accept());
		return p;
	}

	go(path) {
		return this.page.goto(this.stage.daemon.url + path);
	}

	async signIn() {
		await this.page.fill("input[name=name]", this.name);
		await this.page.click(".signin button.main");
		await this.page.waitForSelector(".account");
	}

	/* The API as the page itself would call it. */
	api(path) {
		return this.page.evaluate((p) => fetch(p).then((r) => r.json()), path);
	}
}

export async function open(binary) {
	const daemon = await new Daemon(binary).start();
	const browser = await chromium.launch({executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: flags});

	return {daemon, browser, async close() {
		await browser.close();
		await daemon.close();
	}};
}
