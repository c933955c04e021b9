// Players are dragged along the line, or moved with the arrow keys. While one moves, the rows of
// the table turn right and wrong; where it is dropped, the server says whether the line is
// solved, and its page takes the place of this one. Without this script the buttons beside the
// names do the same.
"use strict";
let asked = 0; // how often the server was

const board = () => document.getElementById("board");
const line = () => document.querySelector(".lineup");
const order = () => [...line().children].map((item) => item.dataset.player);

// judge marks each player and its row, as its wonderwall stands between its player and its ninja or does not.
const judge = () => {
	const place = new Map(order().map((player, i) => [player, i]));
	let wrong = 0;
	for (const row of document.querySelectorAll("#wants tbody tr")) {
		const [player, wonderwall, ninja] = ["player", "wonderwall", "ninja"].map((key) => place.get(row.dataset[key]));
		const right = player < wonderwall === wonderwall < ninja;
		row.className = right ? "right" : "wrong";
		row.lastElementChild.textContent = right ? "yes" : "no";
		const item = line().children[player];
		item.classList.toggle("right", right);
		item.classList.toggle("wrong", !right);
		if (!right) wrong++;
	}
	const verdict = document.getElementById("verdict");
	verdict.className = "verdict quiet";
	const all = line().children.length;
	verdict.textContent = `${all - wrong} of ${all} ${all - wrong === 1 ? "is" : "are"} content here.`;
};

// settle asks the server about the order, and shows what it says.
const settle = async () => {
	const number = ++asked;
	const address = new URL(document.getElementById("restart").href);
	address.searchParams.set("order", order().join("."));
	address.searchParams.set("made", ++document.getElementById("players").elements.made.value);
	history.replaceState(null, "", address);
	const verdict = document.getElementById("verdict");
	let text;
	try {
		const answer = await fetch(address);
		text = await answer.text();
	} catch {
		text = "";
	}
	if (number !== asked) return; // it is another order by now
	const told = new DOMParser().parseFromString(text, "text/html").getElementById("board");
	if (!told) {
		verdict.className = "verdict wrong";
		verdict.textContent = "The server does not answer; what the rows say is not checked.";
		return;
	}
	const focused = document.activeElement?.id;
	board().replaceWith(document.adoptNode(told));
	equip();
	if (focused) document.getElementById(focused)?.focus();
};

// move puts an item at a place of the line. It moves the others: one that is taken from the page
// loses pointer and focus.
const move = (item, to) => {
	const items = [...line().children];
	const at = items.indexOf(item);
	if (to < 0 || to >= items.length || to === at) return false;
	for (let i = at + 1; i <= to; i++) item.before(items[i]);
	for (let i = at - 1; i >= to; i--) item.after(items[i]);
	judge();
	return true;
};

// target returns the place that a pointer drags an item to, -1 for none: that of another item
// whose middle it has passed, so that items of different widths do not jump to and fro.
const target = (item, x, y) => {
	const items = [...line().children];
	const at = items.indexOf(item);
	const to = items.findIndex((other) => {
		const box = other.getBoundingClientRect();
		return box.left <= x && x <= box.right && box.top <= y && y <= box.bottom;
	});
	if (to < 0) return -1;
	const box = items[to].getBoundingClientRect();
	const column = getComputedStyle(line()).flexDirection === "column";
	const beyond = column ? y - (box.top + box.bottom) / 2 : x - (box.left + box.right) / 2;
	return beyond * (to - at) > 0 ? to : -1;
};

// drag has a pointer take an item along. Near an edge of the window the page scrolls under it.
const drag = (item, hold) => (down) => {
	if (down.button !== 0 || down.pointerType !== "mouse" && !hold.matches(".grip")) return; // a finger on a name scrolls
	asked++; // an answer on its way is not for this order
	hold.setPointerCapture(down.pointerId);
	item.classList.add("held");
	const before = order().join();
	let at = down;
	const follow = (event) => {
		at = event;
		move(item, target(item, at.clientX, at.clientY));
	};
	const scroll = () => {
		if (!item.classList.contains("held")) return;
		const edge = 56, beyond = Math.min(at.clientY - edge, 0) + Math.max(at.clientY - innerHeight + edge, 0);
		if (beyond) {
			scrollBy(0, beyond / 5);
			move(item, target(item, at.clientX, at.clientY));
		}
		requestAnimationFrame(scroll);
	};
	scroll();
	const drop = () => {
		hold.removeEventListener("pointermove", follow);
		item.classList.remove("held");
		if (order().join() !== before) settle();
	};
	hold.addEventListener("pointermove", follow);
	hold.addEventListener("lostpointercapture", drop, { once: true });
};

const press = (item) => (event) => {
	const items = [...line().children];
	const at = items.indexOf(item);
	const to = { ArrowLeft: at - 1, ArrowUp: at - 1, ArrowRight: at + 1, ArrowDown: at + 1, Home: 0, End: items.length - 1 }[event.key];
	if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
	event.preventDefault();
	if (move(item, to)) settle();
};

// equip makes the names on the line something to hold, and says how long a solution took since the game was first seen.
const equip = () => {
	const game = document.getElementById("restart").href;
	const took = document.getElementById("took");
	const since = sessionStorage.getItem(game);
	if (took && since) {
		const seconds = Math.round((Date.now() - since) / 1000);
		took.textContent = `, ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")} minutes`;
	} else if (!since) sessionStorage.setItem(game, Date.now());
	line().classList.add("moving");
	for (const item of line().children) {
		const handle = item.querySelector(".handle");
		handle.tabIndex = 0;
		handle.setAttribute("role", "button");
		handle.setAttribute("aria-describedby", "how");
		for (const hold of [handle, item.querySelector(".grip")]) hold.addEventListener("pointerdown", drag(item, hold));
		handle.addEventListener("keydown", press(item));
	}
};
equip();
