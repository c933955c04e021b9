// This copy of the page has no server: this worker answers in its place. What the copy holds as files it gives as they
// are; what is to be computed it asks the program for, the page's own handlers as WebAssembly, which it fetches when
// first asked. The line above names the files.
"use strict";
importScripts("wasm_exec.js");

const program = "program.bin";
const root = new URL("./", location.href).pathname;
const keeps = `enumerate ${root}`; // other copies may be on the same web space
const kept = `${keeps} ${copy.version}`;
const from = (file) => new URL(root + file, location.href).href; // that of the front page has no name

const keep = (some) => Promise.all(copy.files.filter((name) => some.test(name)).map(file));

addEventListener("install", (event) => {
	skipWaiting();
	event.waitUntil(keep(/^$|^assets\//));
});

addEventListener("activate", (event) => {
	const tidy = async () => {
		for (const name of await caches.keys()) if (name.startsWith(`${keeps} `) && name !== kept) await caches.delete(name);
		await clients.claim();
	};
	event.waitUntil(tidy());
});

// file returns a file of the copy, and keeps it for when there is no net.
const file = async (name) => {
	const cache = await caches.open(kept);
	const there = await cache.match(from(name));
	if (there) return there;
	const fetched = await fetch(from(name), { cache: "no-cache" });
	if (!fetched.ok) throw new Error(`${name}: ${fetched.status}`);
	await cache.put(from(name), fetched.clone());
	return fetched;
};

// started returns the program's function answer, and fetches and starts the program if it does not run. Who waits for
// it is told how many bytes are there.
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
		keep(/^[^/]+\/$/).catch(console.error); // the rooms, for when there is no net
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

const refused = `<!DOCTYPE html><html lang="en"><meta name="viewport" content="width=device-width"><title>Not here yet</title><p>The program that answers this is not on this device yet, and there is no connection: connect once, and try again.</p>`;

// respond answers with a file if that holds what is asked for, else by the program. Links of a file lead from where it
// is, and those of an answer from where the server has it.
const respond = async (request, url) => {
	const path = url.pathname.slice(root.length - 1);
	if (request.method === "GET") {
		const plain = path.slice(1);
		const name = copy.pages[path + url.search] ?? (!url.search && copy.files.includes(plain) ? plain : undefined);
		const lead = (to) => Response.redirect(url.origin + root + to, 303);
		if (name !== undefined) return request.mode === "navigate" && name !== plain + url.search ? lead(name) : file(name);
		if (plain.endsWith("/")) return lead(plain.slice(0, -1) + url.search);
	}
	return computed(request, path + url.search);
};

addEventListener("fetch", (event) => {
	const url = new URL(event.request.url);
	if (url.origin !== location.origin || !url.pathname.startsWith(root)) return;
	event.respondWith(respond(event.request, url).catch((error) => {
		console.error(error);
		return new Response(refused, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
	}));
});

// A page asks whether the program is here; to fetch it; or to keep all files.
addEventListener("message", (event) => {
	const act = async () => {
		const cache = await caches.open(kept);
		if (event.data === "fetch" || event.data === "keep") {
			watchers.add(event.source);
			await started();
		}
		if (event.data === "keep") await keep(/./);
		const here = !!await cache.match(from(program));
		event.source.postMessage({ here, kept: event.data === "keep" });
	};
	event.waitUntil(act().catch((error) => event.source.postMessage({ error: `${error}` })).finally(() => watchers.delete(event.source)));
});
