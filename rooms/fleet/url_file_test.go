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

// A file with a join URL or credentials is small. A large file, or a device that never ends, must be refused without
// reading all of it.
func TestLargeFilesAreNotReadForASecret(t *testing.T) {
	large := filepath.Join(t.TempDir(), "large")
	if err := os.WriteFile(large, make([]byte, 1<<16+1), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{large, "/dev/zero"} {
		if got, err := ParseJoinURL("@" + path); err == nil {
			t.Errorf("a join URL from %s: %+v, want an error", path, got)
		}
		if err := checkCreds(path); err == nil {
			t.Errorf("credentials from %s: no error", path)
		}
	}
	if _, err := readSecret(large); err == nil || err.Error() != large+" has more than 65,536 bytes" {
		t.Errorf("readSecret of 65,537 bytes: %v", err)
	}
}
