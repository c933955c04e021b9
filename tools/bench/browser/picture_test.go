package browser

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"
)

// The button at a picture must copy it to the clipboard, as a PNG of twice the picture's size on the page and in the
// same colours.
func TestCopyPicture(t *testing.T) {
	for _, theme := range []theme{light, dark} {
		b := newTab(t, lab.web.url)
		b.screen(desk, theme)
		b.mayCopy()
		b.visit(lab.web.url+"lookup?ruleset=wonderwall&game=BC+CD+BA+BA", 200)
		eval[chromedp.Void](b, `{
			const write = navigator.clipboard.write.bind(navigator.clipboard);
			navigator.clipboard.write = (items) => { window.copied = items[0]; return write(items); };
		}`)
		b.do(chromedp.Click(chromedp.CSS("#files button:first-child")))
		b.says("Copied")
		got := eval[[]int](b, `(async () => {
			const picture = await createImageBitmap(await copied.getType("image/png"));
			const canvas = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
			canvas.drawImage(picture, 0, 0);
			const shown = document.querySelector("a.picture img");
			const seen = canvas.getImageData(0, 0, picture.width, picture.height).data;
			const colors = new Set();
			for (let i = 0; i < seen.length; i += 4) colors.add(seen[i] * 65536 + seen[i + 1] * 256 + seen[i + 2]);
			return [picture.width / shown.naturalWidth, picture.height / shown.naturalHeight, colors.size, seen[0]];
		})()`)
		ground := map[bool]int{true: 0xff, false: 0x15}[theme == light]
		if got[0] != 2 || got[1] != 2 || got[2] < 50 || got[3] != ground {
			t.Errorf("%s: the copy is %d by %d times as large, has %d colours, and its corner is %#x, want %#x", theme, got[0], got[1], got[2], got[3], ground)
		}
		b.do(chromedp.Click(chromedp.CSS("#files button:last-child")))
		b.says("Saved")
		b.looks("picture-" + string(theme))
	}
}

// mayCopy gives pages the permission to write to the clipboard after a click. A browser with windows gives this
// permission without being asked, a headless browser does not.
func (b *tab) mayCopy() {
	b.Helper()
	if _, err := chromedp.CallBrowser(b.ctx, browser.SetPermission, browser.SetPermissionParams{
		Permission:       &browser.PermissionDescriptor{Name: "clipboard-write"},
		Setting:          browser.PermissionSettingGranted,
		BrowserContextID: chromedp.FromContext(b.ctx).BrowserContextID,
	}); err != nil {
		b.Fatal(err)
	}
}

// says waits until a button below the picture has this text.
func (b *tab) says(want string) {
	b.Helper()
	b.until(fmt.Sprintf(`[...document.querySelectorAll("#files button")].some((b) => b.innerText === %q)`, want))
}
