//go:build !js

package web

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
)

// A Browser is what a browser needs to answer by itself.
type Browser struct {
	Program []byte // package offline as WebAssembly, compressed by gzip
	Runtime []byte // wasm_exec.js of the Go that compiled it
	Source  []byte // of all this, an archive
}

// browser returns what a release has beside the program, in the directory offline. In a checkout it is made.
func browser(ctx context.Context) (b Browser, err error) {
	program, err := os.Executable()
	if err != nil {
		return b, err
	}
	dir := filepath.Join(filepath.Dir(program), "offline")
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		made, err := os.MkdirTemp("", "enumerate")
		if err != nil {
			return b, err
		}
		defer os.RemoveAll(made)
		const script = "release/offline.sh"
		if out, err := exec.CommandContext(ctx, script, made).CombinedOutput(); err != nil {
			why, _, _ := bytes.Cut(bytes.TrimSpace(out), []byte("\n"))
			return b, fmt.Errorf("there is no directory %s, as a release has it, and %s does not make it here: %w %s", dir, script, err, why)
		}
		dir = made
	}
	for name, content := range map[string]*[]byte{"program.wasm.gz": &b.Program, "wasm_exec.js": &b.Runtime, "source.tar.gz": &b.Source} {
		if *content, err = os.ReadFile(filepath.Join(dir, name)); err != nil {
			return b, err
		}
	}
	return b, nil
}
