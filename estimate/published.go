package estimate

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

// A Published is a published figure: which share of the random games of one size
// had the first verdict.
type Published struct {
	Size       int
	Trials     uint64
	Proportion float64 // as published, of all trials
	// Unaccounted is how many trials have no known result. They are among the
	// trials, and are not among the successes, but may have been.
	Unaccounted uint64
}

// Successes returns the number of successes that the published proportion stands
// for, rounded to a whole one.
func (p Published) Successes() uint64 {
	return uint64(math.Round(p.Proportion * float64(p.Trials)))
}

// byteOrderMark is what some programs put before UTF-8.
const byteOrderMark = "\ufeff"

var publishedColumns = []string{"n", "trials", "proportion", "unaccounted"}

// maxTrials is the largest number of trials of which a float64 knows each.
const maxTrials = 1 << 53

// ReadPublished reads published figures in CSV: a line that names the columns,
//
//	n,trials,proportion,unaccounted
//
// and one for each size, smallest first. Lines that begin with # are comments. A
// fault is an error that begins with its line and column, in bytes from 1.
func ReadPublished(r io.Reader) ([]Published, error) {
	text := bufio.NewReader(r)
	if mark, err := text.Peek(len(byteOrderMark)); err == nil && string(mark) == byteOrderMark {
		_, _ = text.Discard(len(mark)) // it is there
	}
	in := csv.NewReader(text)
	in.Comment = '#'
	in.FieldsPerRecord = -1 // counted here, so that the error says what is wanted
	in.ReuseRecord = true
	var figures []Published
	for first := true; ; first = false {
		record, err := in.Read()
		switch {
		case err == io.EOF && first:
			return nil, fmt.Errorf("line 1, column 1: there is no line %q", strings.Join(publishedColumns, ","))
		case err == io.EOF:
			return figures, nil
		case err != nil:
			return nil, notCSV(err)
		}
		fault := func(field int, format string, args ...any) error {
			line, column := in.FieldPos(min(field, len(record)-1))
			return fmt.Errorf("line %d, column %d: %s", line, column, fmt.Sprintf(format, args...))
		}
		if first {
			if !slices.Equal(record, publishedColumns) {
				return nil, fault(0, "%q; want the columns %s", strings.Join(record, ","), strings.Join(publishedColumns, ","))
			}
			continue
		}
		if len(record) != len(publishedColumns) {
			return nil, fault(len(publishedColumns), "%d fields; want %s", len(record), strings.Join(publishedColumns, ","))
		}
		p, err := parsePublished(record, fault)
		if err != nil {
			return nil, err
		}
		if len(figures) > 0 && p.Size <= figures[len(figures)-1].Size {
			return nil, fault(0, "size %d after size %d; want ascending sizes", p.Size, figures[len(figures)-1].Size)
		}
		figures = append(figures, p)
	}
}

// parsePublished reads the fields of one figure. fault makes the error of a field.
func parsePublished(record []string, fault func(field int, format string, args ...any) error) (p Published, err error) {
	if p.Size, err = strconv.Atoi(record[0]); err != nil || p.Size < 1 {
		return p, fault(0, "%q is no size; want a whole number from 1", record[0])
	}
	if p.Trials, err = strconv.ParseUint(record[1], 10, 64); err != nil || p.Trials < 1 || p.Trials > maxTrials {
		return p, fault(1, "%q is no number of trials; want a whole number from 1 to %d", record[1], uint64(maxTrials))
	}
	if p.Proportion, err = strconv.ParseFloat(record[2], 64); err != nil || !(p.Proportion >= 0 && p.Proportion <= 1) {
		return p, fault(2, "%q is no proportion; want a number from 0 to 1", record[2])
	}
	if p.Unaccounted, err = strconv.ParseUint(record[3], 10, 64); err != nil {
		return p, fault(3, "%q is no number of trials; want a whole number from 0", record[3])
	}
	if left := p.Trials - p.Successes(); p.Unaccounted > left {
		return p, fault(3, "%d trials unaccounted for, but only %d of %d are no successes", p.Unaccounted, left, p.Trials)
	}
	return p, nil
}

// notCSV puts an error of package csv into this package's form.
func notCSV(err error) error {
	var parse *csv.ParseError
	if errors.As(err, &parse) {
		return fmt.Errorf("line %d, column %d: %w", parse.Line, parse.Column, parse.Err)
	}
	return err
}
