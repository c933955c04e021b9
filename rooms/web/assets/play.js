// Plays games without loading the page anew: the links and forms of the board are answered by the server, whose board
// takes the place of this one, and the focus stays where the move was made. Players on a line are dragged or moved with
// the arrow keys; while one moves, the rows of the table turn right and wrong. Without this script links and buttons do
// the same.
"use strict";
let asked = 0; // how often the server was

const board = () => document.getElementById("board");
const line = () => document.querySelector(".lineup");
const order = () => [...line().children].map((item) => item.dataset.player);

// judge marks each player, and its row of the table if there is one, as its wonderwall stands between the player and its
// ninja or does not.
const judge = () => {
	const place = new Map(order().map((player, i) => [player, i]));
	const rows = new Map([...document.querySelectorAll("#wants tbody tr")].map((row) => [row.dataset.player, row]));
	let wrong = 0;
	for (const item of line().children) {
		const [player, wonderwall, ninja] = ["player", "wonderwall", "ninja"].map((key) => place.get(item.dataset[key]));
		const right = player < wonderwall === wonderwall < ninja;
		item.classList.toggle("right", right);
		item.classList.toggle("wrong", !right);
		const row = rows.get(item.dataset.player);
		if (row) {
			row.className = right ? "right" : "wrong";
			row.lastElementChild.textContent = right ? "yes" : "no";
		}
		if (!right) wrong++;
	}
	const verdict = document.getElementById("verdict");
	verdict.className = "verdict quiet";
	const all = line().children.length;
	verdict.textContent = `${all - wrong} of ${all} ${all - wrong === 1 ? "is" : "are"} content here.`;
};

// settle asks the server about the order of the line, and shows its answer.
const settle = async () => {
	const address = new URL(document.getElementById("permalink").href);
	const { made, shown, order: stands } = document.getElementById("players").elements;
	stands.value = order().join(".");
	address.searchParams.set("order", stands.value);
	address.searchParams.set("made", ++made.value);
	if (shown) address.searchParams.set("shown", shown.value);
	history.replaceState(null, "", address);
	const there = await load(address);
	if (there === undefined) return;
	if (there) return show(there);
	const verdict = document.getElementById("verdict");
	verdict.className = "verdict wrong";
	verdict.textContent = "The server does not answer; the marks on the names are not checked.";
};

// load asks the server for a page. It returns the page with the address that the server led to; null if there is none;
// undefined if something else was asked meanwhile.
const load = async (address) => {
	const number = ++asked;
	let page = null;
	try {
		const answer = await fetch(address);
		const text = await answer.text();
		const board = new DOMParser().parseFromString(text, "text/html").getElementById("board");
		page = board && { board, address: answer.url };
	} catch {
		page = null;
	}
	return number === asked ? page : undefined;
};

// show puts a board in the place of this one. The focus goes to the same part of it, or to what is nearest to where it was.
const show = ({ board: next }) => {
	const focused = document.activeElement;
	const inside = board().contains(focused);
	const { id } = focused;
	const cell = focused.closest?.(".board a")?.querySelector(".cell");
	const option = focused.closest?.(".moves li") && true;
	for (const details of next.querySelectorAll("details")) details.open ||= [...board().querySelectorAll("details[open] > summary")].some((summary) => label(summary) === label(details.firstElementChild));
	board().replaceWith(document.adoptNode(next));
	equip();
	if (!inside) return;
	const hint = id === "ask-hint" && document.querySelector(".board a.best, #do-hint");
	const arrow = focused.matches(".lineup button") && `.lineup button[name="${focused.name}"][value="${focused.value}"]`;
	const same = arrow ? document.querySelector(arrow) : id && document.getElementById(id === "do-hint" ? "ask-hint" : id);
	const to = hint || same || cell && nearest(cell) || option && document.querySelector(".moves button");
	(to || document.querySelector(".board a, #board .row .button, #board .row button"))?.focus();
};

// label is the text of a summary without its number.
const label = (summary) => summary.textContent.replace(/\d+/, "");

const place = (cell) => cell.getAttribute("transform").match(/-?[\d.]+/g).map(Number);

// nearest returns the move on the board that is nearest to where a cell was.
const nearest = (cell) => {
	const [x, y] = place(cell);
	const far = (link) => {
		const [at, up] = place(link.querySelector(".cell"));
		return Math.hypot(at - x, up - y);
	};
	return [...document.querySelectorAll(".board a")].sort((a, b) => far(a) - far(b))[0];
};

// follow shows what a link or a form of the board leads to, and remembers it for the browser's way back.
const follow = async (address) => {
	const there = await load(address);
	if (there === undefined) return;
	if (!there) return location.assign(address);
	history.pushState(null, "", there.address);
	show(there);
};
addEventListener("popstate", () => location.reload());

// leads reports whether an address is one of the game at hand; other links are the browser's.
const leads = (address) => address.origin === location.origin && address.search && /\/play$/.test(address.pathname);

document.addEventListener("click", (event) => {
	const link = event.target.closest("#board a");
	if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
	const to = link.getAttribute("href");
	const address = new URL(to, document.baseURI);
	if (!leads(address) || link.id === "permalink" || link.closest("#puzzle, #sizes") || link.matches(".main")) return;
	event.preventDefault();
	follow(address);
});

document.addEventListener("submit", (event) => {
	const form = event.target.closest("#board form");
	if (!form || event.defaultPrevented) return;
	event.preventDefault();
	const { name, value } = event.submitter ?? {};
	if (name === "earlier" || name === "later") {
		const item = event.submitter.closest("li");
		const at = [...line().children].indexOf(item);
		if (move(item, name === "earlier" ? at - 1 : at + 1)) settle();
		event.submitter.focus();
		return;
	}
	if (name === "put") return put(form.elements);
	const address = new URL(form.action);
	address.search = new URLSearchParams(new FormData(form));
	for (const field of ["who", "to"]) address.searchParams.delete(field); // only a move to a place has them
	if (name) address.searchParams.set(name, value);
	follow(address);
});

// put moves the player chosen below a long line to the place typed there, and gives the focus to the name of this player.
const put = ({ who: { value: player }, to }) => {
	const handle = document.getElementById(`player-${player}`);
	const items = line().children.length;
	const place = Number(to.value);
	to.setCustomValidity(place >= 1 && place <= items ? "" : to.title);
	if (!to.reportValidity()) return;
	if (move(handle.closest("li"), place - 1)) settle();
	handle.focus();
	handle.scrollIntoView({ block: "nearest" });
};

// choose chooses the player whose name or button has the focus, for a move to a place of a long line.
const choose = (item) => {
	const who = document.getElementById("who");
	if (who) who.value = item.dataset.player;
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
	asked++; // ignore an answer on its way, which is for another order
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
	const field = document.getElementById("to");
	if (field && /^\d$/.test(event.key) && !event.altKey && !event.ctrlKey && !event.metaKey) { // the digit is typed there
		field.value = "";
		field.focus();
		return;
	}
	const items = [...line().children];
	const at = items.indexOf(item);
	const to = { ArrowLeft: at - 1, ArrowUp: at - 1, ArrowRight: at + 1, ArrowDown: at + 1, Home: 0, End: items.length - 1 }[event.key];
	if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
	event.preventDefault();
	if (move(item, to)) settle();
};

// equip makes the names on the line draggable, and shows how long a solution took since the game was first opened. For
// moves on a board there is nothing to do.
const equip = () => {
	if (!line()) return;
	const { ruleset, game, seed, level, number } = document.getElementById("players").elements;
	const began = [ruleset, game, seed, level, number].map((field) => field?.value).join();
	const took = document.getElementById("took");
	const since = sessionStorage.getItem(began);
	if (took && since) {
		const seconds = Math.round((Date.now() - since) / 1000);
		took.textContent = `, ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")} minutes`;
	} else if (!since) sessionStorage.setItem(began, Date.now());
	line().classList.add("moving");
	for (const item of line().children) {
		const grip = document.createElement("span"); // for a finger: one that moves on a name scrolls the page
		grip.className = "grip";
		grip.ariaHidden = "true";
		item.querySelector(".words").before(grip);
		const handle = item.querySelector(".handle");
		handle.tabIndex = 0;
		handle.setAttribute("role", "button");
		handle.setAttribute("aria-describedby", "how");
		for (const hold of [handle, grip]) hold.addEventListener("pointerdown", drag(item, hold));
		handle.addEventListener("keydown", press(item));
		item.addEventListener("focusin", () => choose(item));
	}
	document.getElementById("to")?.addEventListener("input", (event) => event.target.setCustomValidity(""));
};
// The space bar does on the board what the enter key does.
document.addEventListener("keydown", (event) => {
	const here = document.activeElement?.closest?.(".board a");
	if (!here || event.key !== " ") return;
	event.preventDefault();
	here.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
});

// The arrow keys lead from one move on the board to the nearest in that direction.
document.addEventListener("keydown", (event) => {
	const here = document.activeElement?.closest?.(".board a");
	const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
	if (!here || !way || event.altKey || event.ctrlKey || event.metaKey) return;
	event.preventDefault();
	const [x, y] = place(here.querySelector(".cell"));
	const ahead = [...document.querySelectorAll(".board a")].map((link) => {
		const [at, up] = place(link.querySelector(".cell"));
		const along = (at - x) * way[0] + (up - y) * way[1];
		const aside = Math.abs((at - x) * way[1]) + Math.abs((up - y) * way[0]);
		return { link, along, far: along + 2 * aside };
	});
	ahead.filter(({ along }) => along > 1).sort((a, b) => a.far - b.far)[0]?.link.focus();
});

equip();
