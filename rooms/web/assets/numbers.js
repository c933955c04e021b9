// Below the curve stands a slider, which the mouse over the curve moves too: it says the values of a size. It begins with
// the last exact one.
"use strict";
for (const curve of document.querySelectorAll(".curve")) {
	const strips = [...curve.querySelectorAll("rect")];
	const slider = Object.assign(document.createElement("input"), { type: "range", max: strips.length - 1 });
	slider.value = Math.max(0, strips.findLastIndex((strip) => strip.textContent.includes("exact")));
	slider.setAttribute("aria-label", "size");
	const says = document.createElement("output");
	const show = () => {
		strips.forEach((strip, i) => strip.classList.toggle("here", i === Number(slider.value)));
		says.value = strips[slider.value].textContent;
		slider.setAttribute("aria-valuetext", says.value);
	};
	slider.addEventListener("input", show);
	curve.addEventListener("pointermove", (event) => {
		const at = strips.indexOf(event.target);
		if (at < 0) return;
		slider.value = at;
		show();
	});
	const below = document.createElement("p");
	below.className = "says";
	below.append(slider, says);
	curve.parentElement.after(below);
	show();
}
