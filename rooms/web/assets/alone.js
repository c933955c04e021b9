// A copy of the page has no server: a service worker answers, with a program that is downloaded when it is first needed.
// This script shows the progress of the download, and repeats the question afterwards.
"use strict";
{
	const root = new URL("..", document.currentScript.src);
	const notice = document.createElement("p");
	notice.className = "notice";
	notice.setAttribute("role", "status");
	const say = (text) => {
		notice.textContent = text;
		document.getElementById("content").prepend(notice);
	};
	const worker = navigator.serviceWorker;
	if (!worker && document.querySelector("main form")) say("Forms do not work in this copy: the browser has no service worker, or allows service workers over https only.");
	if (!worker) document.addEventListener("submit", (event) => event.preventDefault()); // nothing that is typed is sent to the web space
	if (worker) {
		let here = false, next; // the program is on this device; what waits for it
		const ask = async (what) => (await worker.ready).active.postMessage(what);
		worker.addEventListener("message", ({ data }) => {
			if (data.error) {
				next = undefined;
				say(`The solver cannot be downloaded: ${data.error}. Try again later.`);
			} else if (data.bytes) say(`Downloading the solver, only this once: ${Math.round(data.bytes / data.of * 100)} % of ${(data.of / 1e6).toFixed(1)} MB.`);
			else if (data.kept) say("This site is saved on this device and works offline.");
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
			say("Downloading the solver.");
			ask("fetch");
		};
		document.addEventListener("submit", (event) => {
			if (event.defaultPrevented) return; // a script of the page answers
			wait(event, () => event.target.requestSubmit(event.submitter));
		});
		document.addEventListener("click", (event) => {
			if (event.defaultPrevented) return;
			const link = event.target.closest("a")?.getAttribute("href");
			const to = link && new URL(link, location);
			if (to?.search && to.href.startsWith(root.href) && !event.ctrlKey && !event.metaKey && !event.shiftKey) wait(event, () => location.assign(to));
		});
		// The web space answered a question with this file, before there was a worker.
		if (location.search && location.pathname.endsWith("/") && location.pathname !== root.pathname) wait(new Event("ask"), () => location.reload());
		const keep = document.getElementById("keep");
		keep.hidden = false;
		keep.addEventListener("click", () => ask("keep"));
		addEventListener("appinstalled", () => ask("keep"));
		addEventListener("load", async () => {
			await worker.register(new URL("worker.js", root), { scope: root.pathname });
			ask("state");
		});
		// Browsers end an idle worker, and the program with it.
		setInterval(() => { if (!document.hidden) ask("state"); }, 20000);
	}
}
