// The four people change places until everybody is content, an order after the other. Without this
// script the button is a link to the answer.
"use strict";
const solve = document.getElementById("solve");
const verdict = document.getElementById("verdict");
const people = [...document.querySelectorAll(".person")];
const rows = [...document.querySelectorAll("#line .want")].map((row) => ({ row, wants: row.dataset.row.split(" ") }));
const names = people.map((person) => person.querySelector("text").textContent);
const orders = solve.dataset.orders.split(" ");
const still = matchMedia("(prefers-reduced-motion: reduce)");
let now = 0;

// draw puts the people at places, which need not be whole numbers, and returns how many rows are right.
const draw = (places) => {
	const x = places.map((place) => 130 + 100 * place);
	people.forEach((person, i) => person.setAttribute("transform", `translate(${x[i]} 0)`));
	return rows.filter(({ row, wants: [player, wonderwall, ninja] }) => {
		const right = x[player] < x[wonderwall] === x[wonderwall] < x[ninja];
		const span = row.querySelector(".span");
		span.setAttribute("d", `M${x[player]} ${span.getAttribute("d").match(/ (\d+)/)[1]}H${x[ninja]}`);
		row.classList.toggle("right", right);
		row.classList.toggle("wrong", !right);
		row.querySelector(".mark").textContent = right ? "✓" : "✗";
		return right;
	}).length;
};

const placesOf = (order) => names.map((_, i) => order.indexOf(String(i)));

// go moves the people from one order to another.
const go = (from, to) => new Promise((done) => {
	const a = placesOf(from), b = placesOf(to), since = performance.now();
	const frame = (time) => {
		const t = still.matches ? 1 : Math.min(Math.max((time - since) / 900, 0), 1);
		const part = t * t * (3 - 2 * t);
		const right = draw(a.map((place, i) => place + part * (b[i] - place)));
		if (t < 1) return requestAnimationFrame(frame);
		const line = [...to].map((i) => names[i]).join(", ");
		verdict.textContent = `${line}: ${right === rows.length ? "everybody is content." : `${right} of ${rows.length} are content.`}`;
		verdict.classList.toggle("right", right === rows.length);
		document.getElementById("line").setAttribute("aria-label", `Four people in a line: ${line}. The wonderwall stands between in ${right} of ${rows.length} rows.`);
		setTimeout(done, 400);
	};
	requestAnimationFrame(frame);
});

solve.setAttribute("role", "button");
solve.addEventListener("keydown", (event) => { if (event.key === " ") { event.preventDefault(); solve.click(); } });
solve.addEventListener("click", async (event) => {
	event.preventDefault();
	if (solve.ariaBusy === "true") return;
	solve.ariaBusy = "true";
	const to = now ? 0 : orders.length - 1;
	while (now !== to) {
		const next = to ? now + 1 : 0;
		await go(orders[now], orders[next]);
		now = next;
	}
	if (!now) verdict.textContent = "In this order, no player is content.";
	solve.textContent = now ? "Put them back" : "Put them in order";
	solve.ariaBusy = null;
});
