// Shows each event of the server in place of what was there. The server has escaped it.
"use strict";
const now = document.getElementById("now");
const how = document.getElementById("how");
const events = new EventSource(now.dataset.events);
events.addEventListener("now", (event) => {
	const open = document.getElementById("idle")?.open;
	now.innerHTML = event.data;
	if (open) document.getElementById("idle")?.setAttribute("open", "");
	how.textContent = "This page updates itself.";
});
events.addEventListener("error", () => {
	how.textContent = "The server does not answer; what is shown may be old.";
});
