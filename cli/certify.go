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
	"time"

	"github.com/spf13/cobra"

	"enumerate/cli/verb"
	"enumerate/data"
	"enumerate/db"
	"enumerate/enum"
	"enumerate/internal/file"
	"enumerate/internal/rows"
)

// certify counts the games of a size, and writes a certificate of the number.
//
// Like a run, the certificate is made in shards. Each shard is a file in the directory path.shards, so that several
// processes can share the work, and resume it. When all shards exist, certify joins them to the certificate, which
// replaces the file at path, and removes the shards.
func certify(cmd *cobra.Command, f *verb.Totals, path string) error {
	// Before hours of counting, refuse flags that cannot work, and check that the file can be written.
	ctx := cmd.Context()
	q, spaces, err := f.Request(ctx)
	switch {
	case err != nil:
		return err
	case q.Method.Certify == nil:
		return verb.Usagef("--certificate: the method %s of %s writes no certificate: use another --method, or leave out --certificate", f.Method, f.Game.Name)
	case path == "-":
		return verb.Usagef("--certificate -: name a file, because standard output has the totals")
	case len(spaces) > 1:
		return verb.Usagef("--certificate takes one size, such as --n 7")
	}
	to, err := file.Begin(path)
	if err != nil {
		return err
	}
	defer to.Discard()
	dir := path + ".shards"
	defer os.Remove(dir) // removes the directory only if it is empty
	before, _ := os.Stat(path)

	// Run counts the games first and then calls Then, which makes the certificate.
	f.Then = func() error {
		made, err := q.Method.Certify(ctx, spaces[0].N)
		if err != nil {
			return err
		}
		c := &certifying{
			Space: spaces[0], Certificate: made, flags: f, path: path, dir: dir, before: before, progress: verb.Making{Stderr: cmd.ErrOrStderr()},
			acceptedSHA256: data.Certificate(q.Ruleset.Name, spaces[0].N),
		}
		remark, err := c.finish(ctx, q.Part, to)
		c.progress.End()
		if err != nil || f.Quiet {
			return err
		}
		_, err = fmt.Fprintln(cmd.ErrOrStderr(), remark)
		return err
	}
	return f.Run(cmd)
}

// finish makes the shards and joins them to the certificate, or makes only the shards of a part (--shard 1/4). The
// remark says where the shards or the certificate are.
func (c *certifying) finish(ctx context.Context, part enum.Part, to *file.Replacement) (remark string, err error) {
	if err := c.make(ctx, part, c.flags.Resume); err != nil {
		return "", err
	}
	if !part.Whole() {
		return c.dir + ": the shards of this part are stored; run again with --resume and without --shard for the rest", nil
	}
	joined, err := c.joinAlone(ctx, to)
	if err != nil {
		return "", err
	}
	return c.path + ": " + joined, nil
}

// A certifying is the work on one certificate. As an [enum.Space], it lets [enum.Run] share the shards among the
// workers.
type certifying struct {
	enum.Space
	enum.Certificate
	flags          *verb.Totals
	path           string      // the file of the certificate
	dir            string      // the directory of the shards' files
	before         fs.FileInfo // the file at path when the command started, or nil
	acceptedSHA256 string      // the SHA-256 of the certificate that a proved checker has accepted, "" if there is none
	progress       verb.Making // the progress on standard error
}

func (c *certifying) Shards() iter.Seq[enum.Shard] {
	return enum.Shards(uint64(c.Certificate.Shards()))
}

func (c *certifying) Walker() enum.Walker { return c }

// Walk writes one shard of the certificate to a file. The method is called Walk, like the one that counts a shard, so
// that the workers of [enum.Run] can call it. If several processes write the same shard, their files are equal.
func (c *certifying) Walk(ctx context.Context, shard enum.Shard, _ *enum.Tally) error {
	to, err := c.create(int(shard.ID))
	if err != nil {
		return err
	}
	defer to.Discard()
	if err := c.Shard(ctx, int(shard.ID), to); err != nil {
		return err
	}
	return to.Keep()
}

// create creates the temporary file of a shard, and its directory. Another process may join the shards to the
// certificate, and so remove the directory between these two steps; then create tries again.
func (c *certifying) create(shard int) (*file.Replacement, error) {
	for {
		if err := os.MkdirAll(c.dir, 0o777); err != nil {
			return nil, file.Failed(c.dir, "create it", err)
		}
		to, err := file.Begin(c.name(shard))
		if !errors.Is(err, fs.ErrNotExist) {
			return to, err
		}
	}
}

func (c *certifying) name(shard int) string { return filepath.Join(c.dir, strconv.Itoa(shard)+".gz") }

// open opens the file of a shard for reading, and counts the shard in the progress.
func (c *certifying) open(shard int) (io.ReadCloser, error) {
	c.progress.Shard(enum.Result{})
	return os.Open(c.name(shard))
}

// begin shows the progress of a step, unless nothing is to be shown.
func (c *certifying) begin(what string, shards int) {
	if !c.flags.Quiet && shards > 0 {
		c.progress.Begin(what, uint64(shards))
	}
}

// hasShard reports whether the file of a shard exists. The file is then complete, because it was renamed into place.
func (c *certifying) hasShard(shard uint64) bool {
	_, err := os.Stat(c.name(int(shard)))
	return !errors.Is(err, fs.ErrNotExist)
}

func (c *certifying) count(part enum.Part, wanted func(shard uint64) bool) (shards int) {
	for shard := range c.Shards() {
		if part.Contains(shard.ID) && wanted(shard.ID) {
			shards++
		}
	}
	return shards
}

// make makes the shards of a part. With resume, it makes only the missing ones.
func (c *certifying) make(ctx context.Context, part enum.Part, resume bool) error {
	isStored := func(shard uint64) bool { return resume && c.hasShard(shard) }
	c.begin("certificate", c.count(part, func(shard uint64) bool { return !isStored(shard) }))
	return enum.Run(ctx, c, enum.Plan{Workers: c.flags.Workers, Part: part, Skip: isStored}, func(r enum.Result) error {
		c.progress.Shard(r)
		return nil
	})
}

// joinAlone joins the shards, under a lock that admits one process at a time. Another process may have joined and
// removed the shards meanwhile; then the certificate exists, and joinAlone returns. If shards are missing for another
// reason, joinAlone makes them again.
func (c *certifying) joinAlone(ctx context.Context, to *file.Replacement) (remark string, err error) {
	release, err := c.lock(ctx)
	if err != nil {
		return "", err
	}
	defer func() { err = cmp.Or(err, release()) }()

	whole := enum.Part{}
	for c.count(whole, c.hasShard) < c.Certificate.Shards() {
		if c.replaced() {
			return "another process has joined the shards meanwhile", nil
		}
		if err := c.make(ctx, whole, true); err != nil {
			return "", err
		}
	}
	return c.join(ctx, to)
}

// lock waits for the lock for joining the shards of this certificate.
func (c *certifying) lock(ctx context.Context) (release func() error, err error) {
	for { // each attempt waits up to a second
		release, err = db.Lock(c.dir+".lock", time.Second)
		if !errors.Is(err, db.ErrHeld) {
			return release, err
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
}

// replaced reports whether another process has written the certificate since the command started.
func (c *certifying) replaced() bool {
	now, err := os.Stat(c.path)
	return err == nil && (c.before == nil || !os.SameFile(c.before, now))
}

// join joins the shards to one certificate, writes it to its file, and removes the shards.
func (c *certifying) join(ctx context.Context, to *file.Replacement) (description string, err error) {
	shards := c.Certificate.Shards()
	c.begin("certificate, read twice", 2*shards)

	hash := sha256.New()
	zip := gzip.NewWriter(io.MultiWriter(to, hash))
	facts, err := c.Join(ctx, c.open, zip)
	if err != nil && !errors.As(err, new(*file.Error)) { // an error of a file names the file already
		err = fmt.Errorf("%s: %w", c.dir, err)
	}
	err = cmp.Or(err, zip.Close())
	if err != nil {
		return "", err
	}

	// The ruleset and the size determine every byte of a certificate, so a different hash means that a shard is bad.
	sum := fmt.Sprintf("%x", hash.Sum(nil))
	if c.acceptedSHA256 != "" && sum != c.acceptedSHA256 {
		return "", fmt.Errorf("%s: %w: its SHA-256 is %s, and the checked certificate has %s; a file in %s is damaged or forged: remove that directory and try again",
			c.path, verb.ErrCheck, sum, c.acceptedSHA256, c.dir)
	}

	if err := to.Keep(); err != nil {
		return "", err
	}
	for shard := range shards {
		_ = os.Remove(c.name(shard))
	}
	return fmt.Sprintf("a certificate of %s, sha256 %s", rows.Counted(rows.Count(uint64(facts)), "fact", "facts"), sum), nil
}
