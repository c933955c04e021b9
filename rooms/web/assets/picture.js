// Below each picture, or among the files of an answer, stand buttons that copy it as PNG, which chats take, or save it. It looks as it
// does on the page, with two pixels for each of its own unless that is more than phones make.
"use strict";
for (const image of document.querySelectorAll("main img")) {
	const files = document.getElementById("files");
	const png = () => image.decode().then(() => new Promise((done, fail) => {
		const { naturalWidth: width, naturalHeight: height } = image;
		const scale = Math.min(2, Math.sqrt(16e6 / (width * height)));
		const canvas = document.createElement("canvas");
		[canvas.width, canvas.height] = [width * scale, height * scale];
		canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
		canvas.toBlob((blob) => (blob ? done(blob) : fail()));
	}));
	const buttons = document.createElement("span");
	buttons.className = "row png";
	const add = (text, done, act) => {
		const button = document.createElement("button");
		button.textContent = text;
		button.addEventListener("click", async () => {
			try {
				await act();
				button.textContent = done;
			} catch {
				button.textContent = "The browser refuses this";
			}
		});
		if (buttons.firstChild) buttons.append(files ? " · " : " ");
		buttons.append(button);
	};
	// A browser gives the clipboard to pages of this machine, and to others only if they are encrypted.
	if (navigator.clipboard?.write) add("Copy as PNG", "Copied", () => navigator.clipboard.write([new ClipboardItem({ "image/png": png() })]));
	add("Save as PNG", "Saved", async () => {
		const link = document.createElement("a");
		link.href = URL.createObjectURL(await png());
		link.download = new URL(image.src).pathname.match(/([^/]*)\.\w+$/)[1] + ".png";
		link.click();
		URL.revokeObjectURL(link.href);
	});
	if (files) files.append(" · ", buttons);
	else (image.closest("a, picture") ?? image).after(buttons);
}
