package fleet

import (
	"os"
	"path/filepath"
	"testing"
)

// Editors save files with byte order marks, blank lines and other line ends. The URL must be read all the same.
func TestAURLIsReadFromAFileOfAnyEditor(t *testing.T) {
	want := JoinURL{Address: "tls://host:4222", Run: "run"}
	const url = "tls://host:4222#run"
	for claim, content := range map[string]string{
		"one line":                           url,
		"a line that ends":                   url + "\n",
		"the line ending of Windows":         url + "\r\n",
		"blanks around it":                   "  " + url + " \n",
		"a byte order mark":                  "\uFEFF" + url + "\n",
		"a blank first line":                 "\n" + url + "\n",
		"a byte order mark and a blank line": "\uFEFF\r\n" + url + "\r\n",
		"lines behind it that are no URL":    url + "\nof the laboratory\n",
	} {
		path := filepath.Join(t.TempDir(), "lab.db.join")
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := ParseJoinURL("@" + path); err != nil || got != want {
			t.Errorf("%s: %+v, %v, want %+v", claim, got, err, want)
		}
	}
}
