// Below the curve stand the values of one size: that under the mouse or the finger. It begins with the last exact one. The
// keys move a slider that is not seen, because its knob would stand elsewhere than the size on the axis.
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
	const point = (event) => {
		const at = strips.indexOf(document.elementFromPoint(event.clientX, event.clientY)); // a finger keeps its first target
		if (at < 0) return;
		slider.value = at;
		show();
	};
	for (const kind of ["pointerdown", "pointermove"]) curve.addEventListener(kind, point);
	const below = document.createElement("p");
	below.className = "says";
	below.append(slider, says);
	curve.parentElement.after(below);
	show();
}
