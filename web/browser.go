//go:build !js

package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A Browser is what a browser needs to answer by itself.
type Browser struct {
	Program []byte // package offline as WebAssembly, compressed by gzip
	Runtime []byte // wasm_exec.js of the Go that compiled it
	Source  []byte // of all this, an archive
}

// files are the names that it has in a release, in the directory offline beside the program.
func (b *Browser) files() map[string]*[]byte {
	return map[string]*[]byte{"program.wasm.gz": &b.Program, "wasm_exec.js": &b.Runtime, "source.tar.gz": &b.Source}
}

// browser returns what lies beside the program or, in a checkout, what Go makes of that.
func browser(ctx context.Context) (b Browser, err error) {
	program, err := os.Executable()
	if err != nil {
		return b, err
	}
	dir := filepath.Join(filepath.Dir(program), "offline")
	for name, content := range b.files() {
		if *content, err = os.ReadFile(filepath.Join(dir, name)); errors.Is(err, fs.ErrNotExist) {
			if b, err = compiled(ctx); err != nil {
				err = fmt.Errorf("there is no %s for --export, and none can be made here: %w", filepath.Join(dir, name), err)
			}
			return b, err
		} else if err != nil {
			return b, err
		}
	}
	return b, nil
}

// compiled compiles the program of the checkout at hand, and packs its source.
func compiled(ctx context.Context) (b Browser, err error) {
	dir, err := os.MkdirTemp("", "enumerate")
	if err != nil {
		return b, err
	}
	defer os.RemoveAll(dir)
	run := func(in, name string, args ...string) (out []byte) {
		if err != nil {
			return nil
		}
		cmd := exec.CommandContext(ctx, name, args...)
		cmd.Dir, cmd.Env = in, append(os.Environ(), "GOOS=js", "GOARCH=wasm")
		if out, err = cmd.Output(); err != nil {
			said := err.Error()
			if failed := new(exec.ExitError); errors.As(err, &failed) {
				said, _, _ = strings.Cut(string(bytes.TrimSpace(failed.Stderr)), "\n")
			}
			err = fmt.Errorf("%s %s: %s", name, args[0], said)
		}
		return out
	}
	wasm := filepath.Join(dir, "program.wasm")
	run("", "go", "build", "-trimpath", "-ldflags=-s -w", "-o", wasm, "enumerate/web/offline")
	module := run("", "go", "env", "GOMOD")
	root := run("", "go", "env", "GOROOT")
	b.Source = run(filepath.Dir(string(module)), "git", "archive", "--format=tar.gz", "HEAD")
	if err != nil {
		return b, err
	}
	if b.Runtime, err = os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib/wasm/wasm_exec.js")); err != nil {
		return b, err
	}
	code, err := os.ReadFile(wasm)
	if err != nil {
		return b, err
	}
	var packed bytes.Buffer
	small, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	_, _ = small.Write(code)
	err = small.Close()
	b.Program = packed.Bytes()
	return b, err
}
