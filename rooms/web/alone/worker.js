// The service worker of a copy of the page, which has no server. It answers a request with a file of the copy or, if no
// file has the answer, with what the program computes: the page's own handlers as WebAssembly, which is downloaded when
// it is first needed. The line above names the files.
"use strict";
importScripts("wasm_exec.js");

const program = "program.bin";
const pack = "pages.bin"; // all pages in one compressed file
const root = new URL("./", location.href).pathname;
const keeps = `enumerate ${root}`; // other copies may be on the same web space
const kept = `${keeps} ${copy.version}`;
const from = (file) => new URL(root + file, location.href).href; // "" is the front page

addEventListener("install", (event) => {
	skipWaiting();
	const first = copy.files.filter((name) => name === "" || name.startsWith("assets/"));
	event.waitUntil(Promise.all(first.map(file)));
});

addEventListener("activate", (event) => {
	const tidy = async () => {
		for (const name of await caches.keys()) if (name.startsWith(`${keeps} `) && name !== kept) await caches.delete(name);
		await clients.claim();
	};
	event.waitUntil(tidy());
});

// download fetches a file of the copy and keeps it.
const download = async (name) => {
	const fetched = await fetch(from(name), { cache: "no-cache" });
	if (!fetched.ok) throw new Error(`${name}: ${fetched.status}`);
	const cache = await caches.open(kept);
	await cache.put(from(name), fetched.clone());
	return fetched;
};

// file returns a file of the copy: the kept one, the one of the web space or, without a connection, the one of the pack.
const file = async (name) => {
	const cache = await caches.open(kept);
	return await cache.match(from(name)) ?? await download(name).catch(async (error) => {
		const packed = await unpacked(name);
		if (!packed) throw error;
		return packed;
	});
};

// unpacked returns a file of the pack, nothing if the pack is not on this device.
let pages;
const unpacked = async (name) => {
	const at = copy.packed[name];
	const cache = await caches.open(kept);
	const stored = at && await cache.match(from(pack));
	if (!stored) return undefined;
	pages ??= await new Response(stored.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
	const part = ({ from, size }) => pages.slice(from, from + size);
	const text = (of) => new TextDecoder().decode(part(of));
	// The pages of the pack share one style.
	const body = at.type.startsWith("text/html") ? text(at).replace("<style></style>", () => `<style>${text(copy.packed.style)}</style>`) : part(at);
	return new Response(body, { headers: { "Content-Type": at.type } });
};

// keepPages downloads all pages, for when there is no connection.
const keepPages = async () => {
	const cache = await caches.open(kept);
	if (!await cache.match(from(pack))) await download(pack);
};

// started returns the program's function answer. It downloads and starts the program first if necessary, and tells the
// pages that wait for it how many bytes have arrived.
let running, bytes = 0;
const watchers = new Set();
const tell = (what) => watchers.forEach((client) => client.postMessage(what));
const started = () => running ??= start().catch((error) => { running = undefined; throw error; });
const start = async () => {
	const cache = await caches.open(kept);
	if (!await cache.match(from(program))) {
		const fetched = await fetch(from(program), { cache: "no-cache" });
		if (!fetched.ok) throw new Error(`${program}: ${fetched.status}`);
		bytes = 0;
		const counted = new TransformStream({ transform(part, to) { tell({ bytes: bytes += part.length, of: copy.size }); to.enqueue(part); } });
		await cache.put(from(program), new Response(fetched.body.pipeThrough(counted)));
		keepPages().catch(console.error);
	}
	const packed = (await cache.match(from(program))).body;
	const code = new Response(packed.pipeThrough(new DecompressionStream("gzip")), { headers: { "Content-Type": "application/wasm" } });
	const go = new Go();
	const { instance } = await WebAssembly.instantiateStreaming(code, go.importObject);
	const ended = go.run(instance).then(() => { running = undefined; throw new Error("the program has ended"); });
	ended.catch(() => {});
	return { answer, ended };
};

// computed answers a request by the program.
const computed = async (request, address) => {
	const { answer, ended } = await started();
	const body = new Uint8Array(await request.arrayBuffer());
	const answered = new Promise((resolve) => {
		let end, control, done = false;
		const stream = new ReadableStream({ start(c) { control = c; }, cancel() { control = undefined; if (!done) end(); } });
		end = answer(request.method, address, request.destination, request.headers.get("Content-Type") ?? "", body, {
			head(status, headers) {
				if (headers.Location) headers.Location = root + headers.Location.slice(1);
				resolve(new Response(status === 204 || status === 303 ? null : stream, { status, headers }));
			},
			write(part) { control?.enqueue(part); },
			end() { done = true; control?.close(); },
		});
	});
	return Promise.race([answered, ended]);
};

// missing returns the page that says that something is not on this device: the front page with another content.
const missing = async () => {
	const front = await (await file("")).text();
	const content = `<main id="content"><h1>Not saved on this device</h1><p>You are offline, and this page is not saved here. <a href="./">The front page</a> is saved. When you are online again, open this page, or press “Save this site for offline use” at the end of any page. After that, every page and every answer works offline.</p></main>`;
	const page = front.replace(/<main[^]*<\/main>/, content).replace(/<script src="[^"]*\/front\.[^>]*><\/script>/, "");
	return page.replaceAll(/ (href|src)="\.\//g, ` $1="${root}`);
};

// computes reports whether the program answers for an address of the site; everything else exists as files only.
const computes = (path) => /^\/numbers\/classes\b/.test(path) || !/^\/(numbers|documents)\b/.test(path);

// fresh reports whether an address asks for a puzzle of a new series. Once the program is on this device, it makes one; before,
// the file with the first series is shown.
const fresh = async (address) => /^\/play(\?ruleset=[^&]*)?$/.test(address) && !!await (await caches.open(kept)).match(from(program));

// respond answers with the file that has what the address asks for, or else with what the program computes. The links
// of a file lead from where the file is, so the reader is led there.
const respond = async (request, url) => {
	const path = url.pathname.slice(root.length - 1);
	if (request.method === "GET") {
		const plain = path.slice(1);
		const name = copy.pages[path + url.search] ?? (!url.search && copy.files.includes(plain) ? plain : undefined);
		const lead = (to) => Response.redirect(url.origin + root + to, 303);
		if (name === undefined && plain.endsWith("/")) return lead(plain.slice(0, -1) + url.search);
		const asked = name === plain ? addressOf(name) : path + url.search;
		if (name !== undefined && asked && await fresh(asked)) return name === plain ? lead(asked.slice(1)) : computed(request, asked);
		if (name !== undefined) {
			try {
				const found = await file(name);
				return request.mode === "navigate" && name !== plain + url.search ? lead(name) : found;
			} catch (error) {
				if (!asked || !computes(asked)) throw error;
				if (name === plain) return lead(asked.slice(1));
			}
		}
	}
	return computed(request, path + url.search);
};

// addressOf returns the address at which the site has a page that is a file of the copy.
const addressOf = (name) => Object.keys(copy.pages).find((address) => copy.pages[address] === name);

addEventListener("fetch", (event) => {
	const url = new URL(event.request.url);
	if (url.origin !== location.origin || !url.pathname.startsWith(root)) return;
	event.respondWith(respond(event.request, url).catch(async (error) => {
		console.warn(error);
		return new Response(await missing(), { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
	}));
});

// A page asks whether the program is here, or to download it, or to keep all pages too.
addEventListener("message", (event) => {
	const act = async () => {
		if (event.data === "fetch" || event.data === "keep") {
			watchers.add(event.source);
			await started();
		}
		if (event.data === "keep") await keepPages();
		const cache = await caches.open(kept);
		const here = !!await cache.match(from(program));
		event.source.postMessage({ here, kept: event.data === "keep" });
	};
	event.waitUntil(act().catch((error) => event.source.postMessage({ error: `${error}` })).finally(() => watchers.delete(event.source)));
});
