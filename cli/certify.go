package cli

import (
	"cmp"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strconv"

	"github.com/spf13/cobra"

	"enumerate/cli/verb"
	"enumerate/enum"
	"enumerate/internal/file"
	"enumerate/internal/rows"
)

// certify counts the games of one size, and writes the certificate of their number.
func certify(cmd *cobra.Command, f *verb.Totals, path string) error {
	ctx := cmd.Context()
	q, spaces, err := f.Request(ctx)
	switch {
	case err != nil:
		return err
	case q.Method.Certify == nil:
		return verb.Usagef("--certificate: the method %s of %s writes none", f.Method, f.Game.Name)
	case path == "-":
		return verb.Usagef("--certificate takes the name of a file, not -: the totals go to standard output")
	case len(spaces) > 1:
		return verb.Usagef("--certificate: want one size, such as --n 7")
	}
	to, err := file.Begin(path)
	if err != nil {
		return err
	}
	defer to.Discard()
	dir := path + ".shards"
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	defer os.Remove(dir) // which fails unless it is empty
	f.Then = func() error {
		made, err := q.Method.Certify(ctx, spaces[0].N)
		if err != nil {
			return err
		}
		c := &certifying{Space: spaces[0], Certificate: made, flags: f, dir: dir, shown: verb.Making{Stderr: cmd.ErrOrStderr()}}
		said := dir + ": its shards of the certificate are there; --resume without --shard makes the rest, and joins them"
		if err = c.make(ctx, q.Part); err == nil && q.Part.Whole() {
			said, err = c.join(ctx, to)
			said = path + ": " + said
		}
		if c.shown.End(); err == nil && !f.Quiet {
			_, err = fmt.Fprintln(cmd.ErrOrStderr(), said)
		}
		return err
	}
	return f.Run(cmd)
}

// A certifying is a space whose shards are those of a certificate. To walk one is to write its file.
type certifying struct {
	enum.Space
	enum.Certificate
	flags *verb.Totals
	dir   string
	shown verb.Making
}

func (c *certifying) Shards() iter.Seq[enum.Shard] {
	return enum.Shards(uint64(c.Certificate.Shards()))
}

func (c *certifying) Walker() enum.Walker { return c }

func (c *certifying) Walk(ctx context.Context, shard enum.Shard, _ *enum.Tally) error {
	return file.Write(c.name(int(shard.ID)), func(w io.Writer) error { return c.Shard(ctx, int(shard.ID), w) })
}

func (c *certifying) name(shard int) string { return filepath.Join(c.dir, strconv.Itoa(shard)+".gz") }

func (c *certifying) open(shard int) (io.ReadCloser, error) {
	c.shown.Shard(enum.Result{})
	return os.Open(c.name(shard))
}

// begin begins to show how much is done.
func (c *certifying) begin(what string, shards int) {
	if !c.flags.Quiet && shards > 0 {
		c.shown.Begin(what, uint64(shards))
	}
}

// make makes the shards of a part, and with --resume those alone that are not there.
func (c *certifying) make(ctx context.Context, part enum.Part) error {
	there := func(shard uint64) bool {
		_, err := os.Stat(c.name(int(shard)))
		return c.flags.Resume && !errors.Is(err, fs.ErrNotExist)
	}
	missing := 0
	for shard := range c.Shards() {
		if part.Contains(shard.ID) && !there(shard.ID) {
			missing++
		}
	}
	c.begin("certificate", missing)
	return enum.Run(ctx, c, enum.Plan{Workers: c.flags.Workers, Part: part, Done: there}, func(r enum.Result) error {
		c.shown.Shard(r)
		return nil
	})
}

// join puts the shards together, and removes them. It says what has become of them.
func (c *certifying) join(ctx context.Context, to *file.Replacement) (said string, err error) {
	shards := c.Certificate.Shards()
	c.begin("certificate, read twice", 2*shards)
	hash := sha256.New()
	zip := gzip.NewWriter(io.MultiWriter(to, hash))
	facts, err := c.Join(ctx, c.open, zip)
	var names *file.Error // the file that it is about
	if err != nil && !errors.As(err, &names) {
		err = fmt.Errorf("%s: %w", c.dir, err)
	}
	if err = cmp.Or(err, zip.Close()); err != nil {
		return "", err
	}
	if err := to.Keep(); err != nil {
		return "", err
	}
	for shard := range shards {
		_ = os.Remove(c.name(shard))
	}
	return fmt.Sprintf("a certificate of %s, sha256 %x", rows.Counted(rows.Count(uint64(facts)), "fact", "facts"), hash.Sum(nil)), nil
}
