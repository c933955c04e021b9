// The table grows while somebody types in its last row, offers the names of its first column, and
// takes cells that are pasted from a spreadsheet. A file may be dropped anywhere. An order is copied,
// saved and printed. Without this script every answer comes with more rows.
"use strict";
const byId = (id) => document.getElementById(id);
const rows = byId("rows");
if (rows) {
	const names = document.createElement("datalist");
	names.id = "names";
	rows.closest("form").append(names);
	const offer = () => {
		const first = [...rows.rows].map((row) => row.querySelector("input").value.trim()).filter(Boolean);
		names.replaceChildren(...first.map((name) => new Option(name)));
	};
	const join = (row) => [...row.querySelectorAll("input")].slice(1).forEach((input) => input.setAttribute("list", "names"));
	const grow = () => {
		const row = rows.rows[rows.rows.length - 1].cloneNode(true);
		for (const added of row.querySelectorAll("span, a")) added.remove();
		for (const input of row.querySelectorAll("input")) {
			input.value = "";
			for (const name of ["value", "placeholder", "aria-invalid", "aria-describedby"]) input.removeAttribute(name);
			input.setAttribute("aria-label", input.getAttribute("aria-label").replace(/\d+$/, rows.rows.length + 1));
		}
		rows.append(row);
		return row;
	};
	// A suggestion is taken where it stands, so that nothing else that was typed is lost.
	const take = (link) => {
		const cell = link.closest("td"), input = cell.querySelector("input");
		input.value = link.dataset.meant;
		input.removeAttribute("aria-invalid");
		cell.querySelector("span").remove();
		link.remove();
		input.focus();
	};
	const links = () => [...rows.querySelectorAll("[data-meant]")];
	for (const link of links()) {
		link.addEventListener("click", (event) => {
			event.preventDefault();
			take(link);
		});
	}
	byId("take-all")?.addEventListener("click", (event) => {
		event.preventDefault();
		links().forEach(take);
		rows.closest("form").requestSubmit();
	});
	[...rows.rows].forEach(join);
	offer();
	rows.addEventListener("input", (event) => {
		offer();
		if (rows.rows[rows.rows.length - 1].contains(event.target) && rows.rows.length < 1000) grow();
	});
	rows.addEventListener("paste", (event) => {
		const lines = event.clipboardData.getData("text/plain").replace(/\r?\n$/, "").split(/\r?\n/).map((line) => line.split("\t"));
		if (lines.length === 1 && lines[0].length === 1 || lines.length > 1000) return;
		event.preventDefault();
		const heading = lines[0].length > 3 || /wonderwall|ninja/i.test(lines[0].join());
		if (heading) { // the server knows which columns these are
			byId("game").value = lines.map((line) => line.join("\t")).join("\n");
			byId("text-form").requestSubmit();
			return;
		}
		const cell = event.target.closest("td");
		const top = cell.parentElement.sectionRowIndex;
		lines.forEach((line, i) => {
			const inputs = [...(rows.rows[top + i] ?? grow()).querySelectorAll("input")].slice(cell.cellIndex);
			line.slice(0, inputs.length).forEach((name, j) => { inputs[j].value = name.trim(); });
		});
		if (rows.rows.length === top + lines.length) grow();
		offer();
	});
}

// The heads of a table are pressed in turn: this is the player, this the wonderwall, this the ninja. The lists below say the
// same, and are what is sent.
const sheet = byId("sheet");
if (sheet) {
	const lists = [...sheet.closest("form").querySelectorAll("select")];
	const roles = lists.map((list) => list.labels[0].textContent);
	let next = 0;
	const buttons = [...sheet.tHead.rows[0].cells].map((head, column) => {
		const button = Object.assign(document.createElement("button"), { type: "button", textContent: head.textContent || `column ${column + 1}` });
		const role = document.createElement("b");
		head.replaceChildren(button, role);
		button.addEventListener("click", () => {
			const other = lists.find((list, i) => i > next && Number(list.value) === column) ?? lists.find((list) => Number(list.value) === column);
			if (other) other.value = lists[next].value;
			lists[next].value = column;
			next = (next + 1) % lists.length;
			show();
		});
		return { button, role };
	});
	const show = () => {
		buttons.forEach(({ button, role }, column) => {
			role.textContent = roles.filter((_, i) => Number(lists[i].value) === column).join(", ");
			button.classList.toggle("main", role.textContent !== "");
		});
		byId("which").textContent = `Press the heading of the ${roles[next]} column. The marks show the current choice.`;
	};
	byId("which").setAttribute("role", "status");
	for (const list of lists) list.addEventListener("change", show);
	show();
}

// Not every browser unfolds what a link leads to.
for (const link of document.querySelectorAll('[href="#edit"]')) link.addEventListener("click", () => { byId("form").open = true; });

const file = byId("file");
if (file) {
	file.addEventListener("change", () => file.form.requestSubmit());
	addEventListener("dragover", (event) => {
		if (event.dataTransfer.types.includes("Files")) event.preventDefault();
	});
	addEventListener("drop", (event) => {
		if (!event.dataTransfer.files.length) return;
		event.preventDefault();
		file.files = event.dataTransfer.files;
		file.form.requestSubmit();
	});
}

const order = byId("order");
if (order) {
	const line = () => [...order.children].map((item) => item.textContent);
	byId("copy").addEventListener("click", async (event) => {
		const button = event.target;
		try {
			await navigator.clipboard.writeText(line().join("\n"));
			button.textContent = "Copied";
		} catch {
			getSelection().selectAllChildren(order);
			button.textContent = "Selected: copy them by Ctrl-C";
		}
	});
	byId("save").addEventListener("click", () => {
		const cells = line().map((name, i) => `${i + 1},"${name.replaceAll('"', '""')}"`);
		const link = document.createElement("a");
		link.href = URL.createObjectURL(new Blob([`place,player\r\n${cells.join("\r\n")}\r\n`], { type: "text/csv" }));
		link.download = "order.csv";
		link.click();
		URL.revokeObjectURL(link.href);
	});
	const print = (what) => () => {
		byId("slips").open = what === "of-slips";
		document.body.classList.add(what);
		window.print();
		document.body.classList.remove(what);
	};
	byId("print").addEventListener("click", print("of-list"));
	byId("print-slips").addEventListener("click", print("of-slips"));
	byId("take-order").hidden = false;
}
