package cli

import (
	"bufio"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"enumerate/checkpoints"
	"enumerate/cli/verb"
	"enumerate/data"
	"enumerate/internal/rows"
	"enumerate/internal/text"
	"enumerate/results"
)

func newAudit(p *verb.Program) *cobra.Command {
	var db, salvage, sign, certificate verb.FileName
	var again rerunFlags
	var record bool
	cmd := &cobra.Command{
		Use:   "audit",
		Short: "Look for faults in the database",
		Long: `Audit reads the whole database. It checks the structure of the file, the checksum of
every record, and that the shards of each run sum to its total and prove themselves. With
--rerun it also recomputes some of the shards, picked at random, at least one of each
run, and compares: it walks them again, draws batches of samples again, and makes the
layers of counts again. Of each run it says how many wrong shards there must be for one
to be found so. It reports all faults it finds, and then exits with code 3; if there are none it
says what is proved of each complete run, on what its verdicts rest, and if one of its numbers
is proved or certified (see enumerate results).

Audit only reads. With --record each run without a fault is told who has recomputed how
many of its shards: see enumerate runs and enumerate results. With --sign each run without
a fault is signed with a key of ssh-keygen -t ed25519: all that is stored of it, so that whoever
knows the public key knows who has made it, and that no one has changed it since (enumerate
merge --trust). A signature that is not one of what is stored is a fault; whatever adds to
a run drops it. With --certificate it also compares a certificate of enumerate count with the one
that was checked, as data/proofs.csv has its SHA-256.

With --salvage it copies what proves itself in a damaged database into a new one: every run
and shard whose checksum is right, and every total that the shards still sum to. It says what
is lost, and exits with code 3 if that is anything; --resume recomputes it.`,
		Example: `  enumerate --n 3..6 --resume
  enumerate audit
  enumerate audit --rerun 1%
  enumerate audit --rerun 100% --record
  enumerate audit --salvage new.db
  enumerate --n 3..6 --resume --db new.db`,
		Args: verb.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if record && again.share == 0 {
				return verb.Usagef("--record goes with --rerun, such as --rerun 1%%")
			}
			path, err := verb.StorePath(db)
			if err != nil {
				return err
			}
			if salvage == "-" {
				return verb.Usagef("--salvage makes a database, and takes the name of a file, not -")
			}
			var signer *checkpoints.Signer
			if sign != "" {
				if salvage != "" {
					return verb.Usagef("--salvage copies what it finds, and signs nothing: leave out --sign")
				}
				if signer, err = parseFile(sign, checkpoints.ParseSigner); err != nil {
					return err
				}
			}
			if salvage != "" {
				if cmd.Flags().Changed("rerun") {
					return verb.Usagef("--salvage copies what it finds, and recomputes nothing: leave out --rerun")
				}
				return salvageInto(p, path, string(salvage), cmd.OutOrStdout())
			}
			spaceOf, clean, err := again.spaces(cmd.Context(), p)
			if err != nil {
				return err
			}
			defer clean()
			ctx := cmd.Context()
			out := bufio.NewWriter(cmd.OutOrStdout())
			rerun, end := again.rerun(cmd)
			audited, err := checkpoints.Audit{
				Space:  spaceOf,
				Rerun:  rerun,
				Record: record,
				Sign:   signer,
				Signed: func(run uint64, k checkpoints.Key) {
					fmt.Fprintf(out, "run %d, a %v, is signed by %s\n", run, k, signer.Key())
				},
				Walked: func(run uint64, k checkpoints.Key, c checkpoints.Check) {
					fmt.Fprintf(out, "run %d, a %v: %s\n", run, k, walkedAgain(c))
				},
				Fault:  func(err error) { fmt.Fprintf(out, "fault: %s\n", text.Printable(err.Error())) },
				Remark: func(text string) { fmt.Fprintf(out, "not checked: %s\n", text) },
			}.Check(ctx, path)
			end()
			if err != nil {
				out.Flush() // what was found is worth having
				return err
			}
			if certificate != "" {
				sound, err := compareCertificate(string(certificate), out)
				if err != nil {
					return err
				}
				if !sound {
					audited.Faults++
				}
			}
			if audited.Faults == 0 {
				if err := printChecked(cmd, p, path, out); err != nil {
					return err
				}
			}
			fmt.Fprintf(out, "%s: %s, %s read, %d walked again, %s\n", path, rows.Counted(audited.Runs, "run", "runs"),
				rows.Counted(audited.Shards, "shard", "shards"), audited.Rerun, rows.Counted(audited.Faults, "fault", "faults"))
			if err := out.Flush(); err != nil || audited.Faults == 0 {
				return err
			}
			return fmt.Errorf("%s: %w", path, verb.ErrCheck)
		},
	}
	verb.AddDB(cmd, &db)
	cmd.Flags().Var(&salvage, "salvage", "copy what is sound into this new database")
	again.add(cmd, "rerun", "share of the shards to recompute")
	cmd.Flags().Var(&sign, "sign", "sign the runs without a fault with the private key in this file, of ssh-keygen -t ed25519")
	cmd.Flags().Var(&certificate, "certificate", "compare this certificate with the one that was checked")
	cmd.Flags().BoolVar(&record, "record", false, "store in each run how much of it was recomputed, and by whom")
	return cmd
}

// compareCertificate says of which size a certificate has been checked, or that it has not.
func compareCertificate(path string, out io.Writer) (sound bool, err error) {
	f, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer f.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, f); err != nil {
		return false, err
	}
	sum := fmt.Sprintf("%x", hash.Sum(nil))
	ruleset, n := data.Certified(sum)
	if ruleset == "" {
		fmt.Fprintf(out, "fault: %s: no certificate with its SHA-256 was checked, %s\n", text.Printable(path), sum)
		return false, nil
	}
	fmt.Fprintf(out, "%s: the certificate of %s n=%s that was checked\n", text.Printable(path), ruleset, n)
	return true, nil
}

// salvageInto copies what is sound in a damaged database into a new one, and prints what became
// of each run.
func salvageInto(p *verb.Program, path, into string, stdout io.Writer) error {
	out := bufio.NewWriter(stdout)
	faults, shards := 0, uint64(0)
	runs, err := checkpoints.Salvage(path, into, p.Spaces(nil), func(err error) {
		faults++
		fmt.Fprintf(out, "fault: %s\n", text.Printable(err.Error()))
	})
	if err != nil {
		out.Flush() // what was found is worth having
		return err
	}
	for _, r := range runs {
		shards += r.Shards
		state := "unfinished"
		switch {
		case r.Finished:
			state = "complete"
		case r.Missing.Shards > 0:
			state = fmt.Sprintf("missing %v", r.Missing)
		}
		fmt.Fprintf(out, "run %d, a %v: %s copied to run %d, %s\n", r.From, r.Key, rows.Counted(r.Shards, "shard", "shards"), r.ID, state)
	}
	fmt.Fprintf(out, "%s: %s, %s, %s in %s\n", into, rows.Counted(len(runs), "run", "runs"),
		rows.Counted(shards, "shard", "shards"), rows.Counted(faults, "fault", "faults"), path)
	if err := out.Flush(); err != nil || faults == 0 {
		return err
	}
	return fmt.Errorf("%s: %w", path, verb.ErrCheck)
}

// printChecked says of each complete run what is proved of it.
func printChecked(cmd *cobra.Command, p *verb.Program, path string, out io.Writer) error {
	store, err := verb.OpenStore(verb.FileName(path), checkpoints.OpenReadOnly, cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	defer store.Close()
	proved, err := exactRuns(p, store)
	checked := results.CheckedRuns(p.Rulesets, proved)
	for _, r := range proved {
		fmt.Fprintf(out, "run %d, a %v: complete: %s\n", r.ID, r.Key, checked[r.ID])
	}
	return err
}

// parseFile reads a file of keys, which is small.
func parseFile[T any](path verb.FileName, parse func([]byte) (T, error)) (parsed T, err error) {
	const most = 1 << 20
	f, err := os.Open(string(path))
	if err != nil {
		return parsed, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && len(data) > most {
		err = errors.New("it is larger than a file of keys may be, 1 MiB")
	}
	if err == nil {
		parsed, err = parse(data)
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return parsed, err
}
