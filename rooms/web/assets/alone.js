// The page where no server answers: a worker does, by a program that is fetched when somebody first asks something. This
// says how far that is, and then asks again.
"use strict";
{
	const root = new URL("..", document.currentScript.src);
	const said = document.createElement("p");
	said.className = "said";
	said.setAttribute("role", "status");
	const say = (text) => {
		said.textContent = text;
		document.getElementById("content").prepend(said);
	};
	const worker = navigator.serviceWorker;
	if (!worker && document.querySelector("main form")) say("No form answers here: this browser has no service worker, which answers in place of a server, or has one over https only.");
	if (!worker) document.addEventListener("submit", (event) => event.preventDefault()); // what is typed goes to no web space
	if (worker) {
		let here = false, next; // the program is on this device; what waits for it
		const ask = async (what) => (await worker.ready).active.postMessage(what);
		worker.addEventListener("message", ({ data }) => {
			if (data.error) {
				next = undefined;
				say(`What answers cannot be fetched now: ${data.error}. Try again later.`);
			} else if (data.bytes) say(`What answers is fetched, once: ${Math.round(data.bytes / data.of * 100)} % of ${(data.of / 1e6).toFixed(1)} MB.`);
			else if (data.kept) say("All of it is on this device, and answers without a connection.");
			here ||= data.here;
			if (data.here) {
				const then = next;
				next = undefined;
				then?.();
			}
		});
		const wait = (event, then) => {
			if (here) return;
			event.preventDefault();
			next = then;
			say("What answers is fetched.");
			ask("fetch");
		};
		document.addEventListener("submit", (event) => wait(event, () => event.target.requestSubmit(event.submitter)));
		document.addEventListener("click", (event) => {
			const link = event.target.closest("a")?.getAttribute("href");
			const to = link && new URL(link, location);
			if (to?.search && to.href.startsWith(root.href) && !event.ctrlKey && !event.metaKey && !event.shiftKey) wait(event, () => location.assign(to));
		});
		// This file was asked something before there was a worker.
		if (location.search && location.pathname.endsWith("/") && location.pathname !== root.pathname) wait(new Event("ask"), () => location.reload());
		const keep = document.getElementById("keep");
		keep.hidden = false;
		keep.addEventListener("click", () => ask("keep"));
		addEventListener("appinstalled", () => ask("keep"));
		addEventListener("load", async () => {
			await worker.register(new URL("worker.js", root), { scope: root.pathname });
			ask("state");
		});
		// A worker that nobody asks anything ends, and its program with it.
		setInterval(() => { if (!document.hidden) ask("state"); }, 20000);
	}
}
