package cli

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"enumerate/checkpoints"
	"enumerate/cli/verb"
	"enumerate/data"
	"enumerate/internal/file"
	"enumerate/internal/rows"
	"enumerate/internal/text"
	"enumerate/results"
)

type auditFlags struct {
	program    *verb.Program
	again      rerunFlags
	record     bool
	incomplete bool // this audit could not check or sign some run

	db, sign, certificate, salvage verb.FileName
}

func newAudit(p *verb.Program) *cobra.Command {
	f := auditFlags{program: p}
	cmd := &cobra.Command{
		Use:   "audit",
		Short: "Check the database for faults",
		Long: `Audit checks the structure of the whole database, every record's checksum, that the shards (the pieces of
a run) sum to the run's total, and that this total agrees with the ruleset's formulas. If there are faults, audit prints
them and exits with code 3. Otherwise it prints for each complete run the checked numbers, and which methods found the
same number of games of each verdict. If it could not check a run, it says why and exits with code 5.

--rerun PERCENT recomputes random shards, at least one of each run. It says how many shards of a run must be wrong so
that it finds one with 95 % probability. --record stores with each sound run which machine recomputed shards, and how
many. --sign signs each sound run with a private key (ssh-keygen -t ed25519), for merge --trust; a later change of the
run removes the signature. --certificate FILE says whether FILE, a proof written by enumerate count --certificate, was
accepted by the proved checker: a program that checks such proofs, itself proved correct in Coq.

--salvage FILE copies the sound records of a damaged database to a new database: every run and shard with a correct
checksum, and every total that is still the sum of its shards. It prints which records are lost, and exits with code
3. To recompute the lost shards, repeat the command of each run with --resume. docs/guide/counting.md has examples.`,
		Example: `  enumerate --n 3..6 --resume
  enumerate audit --rerun 100% --record
  enumerate audit --salvage new.db`,
		Args: verb.NoArgs,
		RunE: f.run,
	}
	verb.AddDB(cmd, &f.db)
	cmd.Flags().Var(&f.salvage, "salvage", "copy what is sound to this new database")
	f.again.add(cmd, "rerun", "share of the shards to recompute")
	cmd.Flags().Var(&f.sign, "sign", "sign sound runs with the private key in this file")
	cmd.Flags().Var(&f.certificate, "certificate", "compare this certificate with the checked one")
	cmd.Flags().BoolVar(&f.record, "record", false, "store who recomputed how many shards of each run")
	verb.AddJudge(cmd, p, nil)
	return cmd
}

// run audits the database, or salvages it with --salvage. It returns [verb.ErrCheck] if there are faults, and else
// [verb.ErrIncomplete] if some run could not be checked or signed.
func (f *auditFlags) run(cmd *cobra.Command, _ []string) error {
	if err := f.check(cmd); err != nil {
		return err
	}
	path, err := verb.StorePath(f.db)
	if err != nil {
		return err
	}
	if f.salvage != "" {
		return salvage(f.program, path, string(f.salvage), cmd.OutOrStdout())
	}

	out := bufio.NewWriter(cmd.OutOrStdout())
	faults, err := f.audit(cmd, path, out)
	err = cmp.Or(err, out.Flush()) // flush even after an error: the faults found before it must be printed
	if err != nil || faults == 0 && !f.incomplete {
		return err
	}
	if faults > 0 {
		return fmt.Errorf("%s: %w", path, verb.ErrCheck)
	}
	return fmt.Errorf("%s: %w: standard output names what was not checked or signed", path, verb.ErrIncomplete)
}

func (f *auditFlags) check(cmd *cobra.Command) error {
	switch {
	case f.record && f.again.share == 0:
		return verb.Usagef("--record goes with --rerun, such as --rerun 1%%")
	case f.salvage == "":
		return nil
	case f.salvage == "-":
		return verb.Usagef("--salvage -: a database cannot be standard output: name a file")
	case f.sign != "":
		return verb.Usagef("--salvage does not sign: leave out --sign")
	case cmd.Flags().Changed("rerun"):
		return verb.Usagef("--salvage does not recompute: leave out --rerun")
	}
	return nil
}

// audit checks a database and, with --certificate, a certificate. It prints each fault of the database, or what is
// proved if there is none, and then a summary. If only the certificate is wrong, the error says so.
func (f *auditFlags) audit(cmd *cobra.Command, path string, out io.Writer) (faults uint64, err error) {
	audited, err := f.auditRuns(cmd, path, out)
	if err != nil {
		return audited.Faults, err
	}
	var notChecked error // the error of the certificate, which is none of the database
	if f.certificate != "" {
		notChecked = compareCertificate(string(f.certificate), out)
	}
	if audited.Faults == 0 {
		if err := printChecked(cmd, f.program, path, out); err != nil {
			return audited.Faults, err
		}
	}
	_, err = fmt.Fprintf(out, "%s: %s, %s read, %s recomputed, %s\n", path, rows.Counted(audited.Runs, "run", "runs"),
		rows.Counted(rows.Count(audited.Shards), "shard", "shards"), rows.Count(audited.Rerun), rows.Counted(audited.Faults, "fault", "faults"))
	return audited.Faults, cmp.Or(err, notChecked)
}

// auditRuns checks the runs of a database, and prints each fault. If the flags ask for it, it signs the runs without a
// fault, and stores in each run who recomputed its shards.
func (f *auditFlags) auditRuns(cmd *cobra.Command, path string, out io.Writer) (checkpoints.Audited, error) {
	signer, err := readKeys(f.sign, checkpoints.ParseSigner)
	if err != nil {
		return checkpoints.Audited{}, err
	}
	spaceOf, clean, err := f.again.spaces(cmd.Context(), f.program)
	if err != nil {
		return checkpoints.Audited{}, err
	}
	defer clean()
	rerun, end := f.again.rerun(cmd)
	defer end()
	return checkpoints.Audit{
		Space:  spaceOf,
		Rerun:  rerun,
		Record: f.record,
		Sign:   signer,
		OnSign: func(run uint64, k checkpoints.Key) {
			fmt.Fprintf(out, "run %d, a %v, is signed by %s\n", run, k, signer.Key())
		},
		OnRerun: func(run uint64, k checkpoints.Key, c checkpoints.Check) {
			fmt.Fprintf(out, "run %d, a %v: %s\n", run, k, describeCheck(c))
		},
		Fault: func(err error) { fmt.Fprintf(out, "fault: %s\n", text.Printable(err.Error())) },
		Remark: func(remark string) {
			f.incomplete = true
			fmt.Fprintf(out, "not checked: %s\n", remark)
		},
	}.Check(cmd.Context(), path)
}

// compareCertificate prints which certificate the file at path is, by its SHA-256. If no proved checker has accepted
// the file, it returns an error.
func compareCertificate(path string, out io.Writer) error {
	f, err := verb.OpenFile(path)
	if err != nil {
		return err
	}
	defer f.Close()

	hash := sha256.New()
	if _, err := io.Copy(hash, f); err != nil {
		return file.Failed(path, "read it", err)
	}
	sum := fmt.Sprintf("%x", hash.Sum(nil))
	ruleset, n := data.Certified(sum)
	if ruleset == "" {
		return fmt.Errorf("%s: %w: no checked certificate has its SHA-256, %s: check the name of the file, or make the certificate again", path, verb.ErrCheck, sum)
	}
	_, err = fmt.Fprintf(out, "%s: equals the checked certificate of %s n=%s\n", text.Printable(path), ruleset, n)
	return err
}

// printChecked prints for each complete run which of its numbers are proved, and which methods agree on its verdicts.
func printChecked(cmd *cobra.Command, p *verb.Program, path string, out io.Writer) error {
	store, err := verb.OpenStore(verb.FileName(path), checkpoints.OpenReadOnly, cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	defer store.Close()

	proved, err := exactRuns(p, store)
	if err != nil {
		return err
	}
	checked := results.CheckedRuns(p.Rulesets, proved)
	for _, r := range proved {
		if _, err := fmt.Fprintf(out, "run %d, a %v: complete: %s\n", r.ID, r.Key, checked[r.ID]); err != nil {
			return err
		}
	}
	return nil
}

const mostKeys = 1 << 20

// readKeys reads a file of keys and parses it: the private key that signs runs (audit --sign), or the public keys of
// trusted machines (merge --trust). Without a file, the keys are nil. A file of more than 1 MiB is refused before it is
// read as a whole.
func readKeys[T any](path verb.FileName, parse func([]byte) (T, error)) (keys T, err error) {
	if path == "" {
		return keys, nil
	}
	f, err := verb.OpenFile(string(path))
	if err != nil {
		return keys, err
	}
	defer f.Close()

	data, err := io.ReadAll(io.LimitReader(f, mostKeys+1))
	if err != nil {
		return keys, file.Failed(string(path), "read it", err)
	}
	if len(data) > mostKeys {
		return keys, fmt.Errorf("%s: too large for a file of keys, which has at most 1 MiB", path)
	}
	parsed, err := parse(data)
	if err != nil {
		return keys, fmt.Errorf("%s: %w", path, err)
	}
	return parsed, nil
}
