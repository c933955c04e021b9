// Package proofs has proofs in the language of the proof assistant Coq, which README.md lists, and the verb
// certificate. A certificate is a file from which a checker can confirm the number of solvable games of a size. The
// verb only prints what such a file claims, and does not check it. The checker is a separate program, which shares no
// code with this one and is proved correct in Coq; see docs/reference/certificates.md.
package proofs

import (
	"bufio"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"enumerate/cli/verb"
	"enumerate/data"
	"enumerate/internal/rows"
)

// Verbs returns certificate.
func Verbs() []verb.Verb { return []verb.Verb{newVerb} }

func newVerb(*verb.Program) *cobra.Command {
	var format verb.Format
	cmd := &cobra.Command{
		Use:   "certificate FILE...",
		Short: "Describe certificates of counts",
		Long: `Certificate describes files that enumerate count --certificate wrote: proofs of a number of solvable
games, as lists of facts for a checker. It prints the number of players; how many facts the certificate states; how many
of these facts the checker counts in bulk; the most facts that the checker holds in memory at a time; the size of the
file; and its SHA-256. "checked" is true if, according to data/proofs.csv, the checker that is itself proved correct in
Coq has accepted exactly this file. The verb certificate does not check the facts; docs/reference/certificates.md says
how to check them.`,
		Example: `  enumerate count --n 7 --certificate seven.gz
  enumerate certificate seven.gz
  enumerate certificate seven.gz --format json`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return verb.Usagef("no certificate given: name a file that enumerate count --certificate wrote")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			out := rows.NewPrinter(cmd.OutOrStdout(), format.Value)
			for _, path := range args {
				if err := verb.CheckFile(cmd, path); err != nil {
					return err
				}
				row, err := read(path)
				if err == nil {
					err = cmd.Context().Err()
				}
				if err != nil {
					return err
				}
				if err := out.Print(row); err != nil {
					return err
				}
			}
			return nil
		},
	}
	verb.AddFormat(cmd, &format, verb.Formats...)
	return cmd
}

type contents struct {
	Ruleset   string      `json:"ruleset"`
	N         int         `json:"n" table:"n,3"`
	Facts     rows.Number `json:"facts" table:"facts,12"`
	Bulk      rows.Number `json:"bulk" table:"in bulk,12"`
	MostFacts rows.Number `json:"held" table:"held,12"` // the most facts that a checker holds, if it deletes facts as the certificate says
	Bytes     rows.Number `json:"bytes" table:"bytes,14"`
	SHA256    string      `json:"sha256" table:"sha256,-64"`
	Checked   bool        `json:"checked" table:"checked"` // whether the proved checker has accepted this file
	File      string      `json:"file" table:"file,-1"`
}

// read returns the printed row of a certificate, a file that may be compressed.
func read(path string) (c contents, err error) {
	f, err := verb.OpenFile(path)
	if err != nil {
		return c, err
	}
	defer f.Close()
	hash := sha256.New()
	size, err := io.Copy(hash, f)
	if err != nil {
		return c, err
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return c, err
	}

	file := bufio.NewReader(f)
	var text io.Reader = file
	if magic, err := file.Peek(2); err == nil && string(magic) == "\x1f\x8b" {
		if text, err = gzip.NewReader(file); err != nil {
			return c, fmt.Errorf("%s: %w", path, err)
		}
	}
	if c, err = scan(text); err != nil {
		return c, fmt.Errorf("%s: %w", path, err)
	}

	c.File, c.Bytes, c.SHA256 = path, rows.Whole(uint64(size)), fmt.Sprintf("%x", hash.Sum(nil))
	number := data.Totals(c.Ruleset).Number(c.N, "solvable-games")
	c.Checked = data.ProofOf(c.Ruleset, c.N, "solvable-games", number).Certificate == c.SHA256
	return c, nil
}

// longest is the largest number of bytes that a line of a certificate may have.
const longest = 16 << 20

// scan reads a certificate, and counts its facts. A certificate is a list of facts about games in which some players
// have chosen. A checker proves each fact, usually from earlier facts. A line S or B states a fact; the checker proves
// a fact B without others, by trying all remaining choices. A line D with the number of a fact says that the checker
// can forget it. The last fact is about the game in which no player has chosen yet, so scan learns the number of
// players from it.
func scan(r io.Reader) (contents, error) {
	var facts, bulk, held, most uint64 // held facts are those not deleted yet; most is their largest number at a time
	left := 0                          // players without a choice in the last fact
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, longest)
	for at := 1; lines.Scan(); at++ {
		kind, rest, _ := strings.Cut(lines.Text(), " ")
		number, _, _ := strings.Cut(rest, " ")
		k, err := strconv.ParseUint(number, 10, 62)

		// After this switch, the kind of a wrong line is "" or D.
		switch {
		case err != nil:
			kind = ""
		case kind == "D" && 0 < k && k <= facts && held > 0:
			held--
			continue
		case kind == "B":
			bulk++
		case kind != "S":
			kind = ""
		}
		if kind == "" || kind == "D" {
			return contents{}, fmt.Errorf("line %d does not belong to a certificate: expected S, B or D and a number (docs/reference/certificates.md)", at)
		}

		left = int(k)
		facts, held = facts+1, held+1
		most = max(most, held)
	}

	if err := lines.Err(); err != nil {
		return contents{}, err
	}
	if facts == 0 {
		return contents{}, errors.New("the file is empty: name a file that enumerate count --certificate wrote")
	}
	return contents{Ruleset: "wonderwall", N: left, Facts: rows.Whole(facts), Bulk: rows.Whole(bulk), MostFacts: rows.Whole(most)}, nil
}
