// The server moves the players; this draws them as its events say, and tells it what somebody
// does. Where a player is between two steps is drawn only.
"use strict";
const byId = (id) => document.getElementById(id);
const live = byId("live");
const stage = byId("stage");
const still = matchMedia("(prefers-reduced-motion: reduce)");
const line = live.dataset.ground === "line"; // where each player has a row of its own, to be seen
const margin = 44, radius = 9;

live.hidden = false; // texts that are not shown have no width

const make = (kind, parent, attributes = {}) => {
	const made = document.createElementNS("http://www.w3.org/2000/svg", kind);
	for (const key in attributes) made.setAttribute(key, attributes[key]);
	return parent.appendChild(made);
};

// What is drawn: an arrow to each wonderwall and ninja below all players.
const below = make("g", stage);
const players = [...document.querySelectorAll("#wants tbody tr")].map((row, i) => {
	const name = row.cells[0].textContent;
	const arrows = ["wonderwall", "ninja"].map((key) => ({
		to: row.dataset[key] - 1,
		path: make("path", below, { class: `arrow ${key}`, "marker-end": `url(#to-${key})` }),
	}));
	const group = make("g", stage, { id: `player-${i + 1}`, class: "player", tabindex: 0, role: "button", "aria-label": name, "aria-describedby": "how" });
	make("circle", group, { class: "grip", r: 22 });
	const lead = make("path", group, { class: "lead" });
	make("circle", group, { class: "disk", r: radius });
	make("path", group, { class: "diamond", d: `M0 ${-radius - 2} ${radius + 2} 0 0 ${radius + 2} ${-radius - 2} 0z` });
	make("text", group, { class: "mark", y: 4 });
	const label = make("text", group, { class: "name" });
	const letters = [...name];
	label.textContent = letters.length > 14 ? letters.slice(0, 13).join("") + "…" : name;
	make("title", group).textContent = name;
	return { name, row, arrows, group, label, lead, wide: label.getComputedTextLength() / 2 + 3, side: 0 };
});

stage.classList.toggle("many", players.length > 10);

// Where the middle of a name may stand, seen from its player: below, above, beside, aslant, and the same further off, where a
// line leads to it.
const ways = [[0, 1], [0, -1], [1, 0], [-1, 0], [.7, 1], [-.7, 1], [.7, -1], [-.7, -1]];
const sides = [0, 15, 30, 45, 60].flatMap((off) => ways.map(([x, y]) => ({ off, at: (wide) => ({ x: x * (radius + wide + off), y: y * (radius + 10 + off) }) })));

// name puts each name where it covers neither players nor names that are there, and where it was if that will do. A name
// for which place i does not exists shown when somebody points at its player.
const name = (points) => {
	const boxes = points.map(({ x, y }) => [x - radius, y - radius, x + radius, y + radius]);
	players.forEach((player, i) => {
		const boxAt = (side) => {
			const { x, y } = sides[side].at(player.wide);
			return [points[i].x + x - player.wide, points[i].y + y - 8, points[i].x + x + player.wide, points[i].y + y + 8];
		};
		// A name that covers another one is worse than one that covers players.
		const covered = (side) => {
			const [left, top, right, bottom] = boxAt(side);
			let n = left < 0 || right > stage.clientWidth || top < 0 || bottom > stage.clientHeight ? 1000 : 0;
			boxes.forEach(([l, t, r, b], j) => { if (left < r && l < right && top < b && t < bottom) n += j < points.length ? 1 : 1000; });
			return n;
		};
		let best = player.side, least = covered(best);
		for (let side = 0; least && side < sides.length; side++) {
			const n = covered(side);
			if (n < least) [best, least] = [side, n];
		}
		player.side = best;
		const { x, y } = sides[best].at(player.wide);
		player.group.classList.toggle("crowded", least >= 1000);
		if (least < 1000) boxes.push(boxAt(best));
		player.label.setAttribute("x", x);
		player.label.setAttribute("y", y + 4);
		player.lead.setAttribute("d", sides[best].off ? `M0 0L${x} ${y}` : "");
	});
};

let id = "", source, paused = false, speed = players.length > 8 ? 30 : 8;
let from = [], to = [], shown = []; // where the players were drawn, are, and are drawn
let arrived = 0; // when they came there
let held = -1, at; // the player that is dragged, and where
let frozen; // the view while it is

// view returns how many pixels wide the stage is and the ground is drawn, and what is in the middle.
const view = () => {
	const all = [...shown, { x: 0, y: 0 }, { x: 1, y: 1 }];
	const least = (key) => Math.min(...all.map((p) => p[key])), most = (key) => Math.max(...all.map((p) => p[key]));
	const left = least("x"), right = most("x"), low = least("y"), high = most("y");
	const side = stage.clientWidth;
	const scale = (side - 2 * margin) / Math.max(right - left, line ? 0 : high - low);
	return { side, scale, x: (left + right) / 2, y: (low + high) / 2 };
};
const row = (v, i) => margin + ((i + 0.5) * (v.side - 2 * margin)) / players.length;
const drawnAt = (v, p, i) => ({ x: v.side / 2 + (p.x - v.x) * v.scale, y: line && i !== undefined ? row(v, i) : v.side / 2 - (p.y - v.y) * v.scale });
const groundAt = (v, x, y) => ({ x: v.x + (x - v.side / 2) / v.scale, y: v.y - (y - v.side / 2) / v.scale });

const ground = (v) => {
	const a = drawnAt(v, { x: 0, y: 1 }), b = drawnAt(v, { x: 1, y: 0 }), r = (b.x - a.x) / 2;
	switch (live.dataset.ground) {
		case "line": return players.map((_, i) => `M0 ${row(v, i)}H${v.side}`).join("");
		case "circle": return `M${a.x} ${a.y + r}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
	}
	return `M${a.x} ${a.y}H${b.x}V${b.y}H${a.x}z`;
};

// draw draws the players on their way from one place to the next, and goes on until they are there.
let drawing = false;
const draw = (now) => {
	drawing = false;
	if (!to.length) return;
	const wait = still.matches || speed >= 60 ? 0 : 1000 / speed;
	const share = wait ? Math.min(Math.max((now - arrived) / wait, 0), 1) : 1;
	shown = to.map((p, i) => {
		if (i === held) return at;
		const before = from[i] ?? p;
		return { x: before.x + (p.x - before.x) * share, y: before.y + (p.y - before.y) * share };
	});
	const v = frozen ?? view();
	byId("ground").setAttribute("d", ground(v));
	const points = shown.map((p, i) => drawnAt(v, p, i));
	players.forEach((player, i) => {
		const me = points[i];
		player.group.setAttribute("transform", `translate(${me.x} ${me.y})`);
		for (const arrow of player.arrows) {
			const end = points[arrow.to];
			const x = end.x - me.x, y = end.y - me.y, long = Math.hypot(x, y);
			const gap = radius + 3;
			arrow.path.setAttribute("d", long > 2 * gap + 2 ? `M${me.x + (x * gap) / long} ${me.y + (y * gap) / long}L${end.x - (x * gap) / long} ${end.y - (y * gap) / long}` : "");
		}
	});
	name(points);
	if (share < 1) redraw();
};
const redraw = () => {
	if (!drawing) requestAnimationFrame(draw);
	drawing = true;
};

// judged marks a player and its row as the server says.
const judged = (player, right) => {
	if (player.right === right) return;
	player.right = right;
	const word = right ? "content" : "not content";
	player.group.classList.toggle("right", right);
	player.group.classList.toggle("wrong", !right);
	player.group.querySelector(".mark").textContent = right ? "✓" : "✗";
	player.group.setAttribute("aria-label", `${player.name}, ${word}`);
	player.row.className = right ? "right" : "wrong";
	player.row.lastElementChild.textContent = right ? "yes" : "no";
};

// explain shows why the players do not solve the game, and what can be done, once that can be told or they have run for long.
const explain = () => {
	const { kind } = byId("verdict").dataset;
	const long = Number(byId("steps").textContent) >= 100;
	byId("long").hidden = !["stuck", "repeating"].includes(kind) && !(long && ["moving", "paused"].includes(kind));
};

const frame = (event) => {
	const [steps, ...places] = event.data.split(" ");
	byId("steps").textContent = steps;
	explain();
	from = shown;
	to = places.map((text, i) => {
		judged(players[i], text.endsWith("+"));
		const [x, y] = text.slice(0, -1).split(",").map(Number);
		return { x, y };
	});
	arrived = performance.now();
	redraw();
};

const say = (kind, words) => {
	const verdict = byId("verdict");
	verdict.className = `verdict ${{ solved: "right", stuck: "wrong", end: "wrong" }[kind] ?? ""}`;
	verdict.dataset.kind = kind;
	verdict.textContent = words;
	explain();
	const over = ["solved", "stuck", "end"].includes(kind);
	// Only buttons that do something are shown: Pause or Continue, and only Start again when all is over.
	const off = { pause: kind !== "moving" && kind !== "repeating", step: over, go: kind !== "paused" && kind !== "end", slower: over, faster: over };
	const focused = document.activeElement;
	for (const what in off) byId(what).hidden = off[what];
	if (focused?.hidden) (["go", "pause", "restart"].map(byId).find((button) => !button.hidden)).focus();
};

const end = (words) => {
	source.close();
	id = "";
	say("end", words);
};

// begin has the server run the players from the beginning.
const begin = () => {
	source?.close();
	id = "";
	held = -1;
	from = to = shown = [];
	source = new EventSource(`${live.dataset.live}&speed=${speed}${paused ? "&paused=yes" : ""}`);
	source.addEventListener("live", (event) => { id = event.data; });
	source.addEventListener("frame", frame);
	source.addEventListener("speed", (event) => { byId("speed").textContent = speed = Number(event.data); });
	source.addEventListener("verdict", (event) => {
		const [kind, ...words] = event.data.split(" ");
		say(kind, words.join(" "));
		if (kind === "solved") players.forEach((player) => judged(player, true)); // on a line, if not on their rays
	});
	source.addEventListener("end", (event) => end(event.data));
	source.onerror = () => end("The server does not answer. Press “Start again” to try again.");
};

// tell tells the server one thing after the other; of where a player is dragged only the last.
const waiting = [];
let telling = false;
const tell = async (what) => {
	const last = waiting.at(-1);
	if (last?.do === "drag" && what.player === last.player) waiting.pop();
	waiting.push(what);
	if (telling) return;
	telling = true;
	while (waiting.length) {
		try {
			const answer = await fetch(live.dataset.live.split("?")[0], { method: "POST", body: new URLSearchParams({ id, ...waiting.shift() }) });
			if (!answer.ok && id) end(answer.status === 404 ? "This simulation has ended. Press “Start again” to run it again." : "The server refuses this. Press “Start again” to try again.");
		} catch {
			if (id) end("The server does not answer. Press “Start again” to try again.");
		}
	}
	telling = false;
};

for (const what of ["pause", "step", "go", "slower", "faster"]) {
	byId(what).addEventListener("click", () => {
		if (what === "pause" || what === "step") paused = true;
		if (what === "go") paused = false;
		if (id) tell({ do: what });
		else if (what === "go") begin();
	});
}
byId("restart").addEventListener("click", begin);

players.forEach((player, i) => {
	const { group } = player;
	const put = (what, { x, y }) => tell({ do: what, player: i + 1, x, y });
	group.addEventListener("pointerdown", (down) => {
		if (down.button !== 0 || !id) return;
		group.setPointerCapture(down.pointerId);
		const v = frozen = view();
		const follow = (event) => {
			const box = stage.getBoundingClientRect();
			at = groundAt(v, event.clientX - box.left, event.clientY - box.top);
			held = i;
			put("drag", at);
			redraw();
		};
		const drop = () => {
			group.removeEventListener("pointermove", follow);
			if (held === i && id) put("drop", at);
			held = -1;
			frozen = undefined;
		};
		group.addEventListener("pointermove", follow);
		group.addEventListener("lostpointercapture", drop, { once: true });
	});
	group.addEventListener("keydown", (event) => {
		const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
		if (!way || !id || !to[i] || event.altKey || event.ctrlKey || event.metaKey) return;
		event.preventDefault();
		const far = event.shiftKey ? 0.25 : 0.05;
		to[i] = { x: to[i].x + way[0] * far, y: to[i].y + way[1] * far };
		put("drop", to[i]);
	});
	const point = (on) => () => player.arrows.forEach((arrow) => arrow.path.classList.toggle("mine", on));
	for (const [event, on] of [["focus", true], ["pointerenter", true], ["blur", false], ["pointerleave", false]]) group.addEventListener(event, point(on));
});

byId("handle").hidden = false;
for (const cell of document.querySelectorAll("#wants [hidden]")) cell.hidden = false;
byId("ways").open = false;
new ResizeObserver(redraw).observe(stage);
paused = still.matches;
const worker = document.querySelector("[rel=manifest]") && navigator.serviceWorker; // of a copy without a server
if (worker && !worker.controller) {
	say("waits", "Downloading the solver.");
	worker.addEventListener("controllerchange", begin, { once: true });
} else begin();
