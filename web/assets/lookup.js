// The table grows by a row when somebody types in its last one, and offers the names that stand
// in its first column. Without this script a button adds rows.
"use strict";
const rows = document.getElementById("rows");
if (rows) {
	const names = document.createElement("datalist");
	names.id = "names";
	rows.closest("form").append(names);
	const cells = () => [...rows.querySelectorAll("input")];
	const offer = () => {
		const first = [...rows.rows].map((row) => row.querySelector("input").value.trim()).filter(Boolean);
		names.replaceChildren(...first.map((name) => new Option(name)));
	};
	const join = (row) => [...row.querySelectorAll("input")].slice(1).forEach((input) => input.setAttribute("list", "names"));
	[...rows.rows].forEach(join);
	offer();
	rows.addEventListener("input", (event) => {
		offer();
		const last = rows.rows[rows.rows.length - 1];
		if (!last.contains(event.target) || cells().length >= 3000) return;
		const row = last.cloneNode(true);
		row.querySelectorAll("input").forEach((input) => {
			input.value = "";
			input.removeAttribute("value");
			input.setAttribute("aria-label", input.getAttribute("aria-label").replace(/\d+$/, rows.rows.length + 1));
		});
		rows.append(row);
	});
}
