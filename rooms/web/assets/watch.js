// Shows each event of the server in place of what was there. The server has escaped it.
"use strict";
const now = document.getElementById("now");
const how = document.getElementById("how");
const events = new EventSource(now.dataset.events);
events.addEventListener("now", (event) => {
	now.innerHTML = event.data;
	how.textContent = "This page follows by itself.";
});
events.addEventListener("error", () => {
	how.textContent = "The server does not answer; what is shown may be old.";
});
