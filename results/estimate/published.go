package estimate

import (
	"cmp"
	"encoding/csv"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"

	"enumerate/internal/text"
)

// A Published is a published share of random games of one size with the first verdict.
type Published struct {
	Size       int
	Trials     uint64
	Proportion float64 // as published, of all trials
	// UnaccountedTrials is the number of trials whose results are unknown. Trials includes them. Proportion counts none
	// of these trials as a success, although some may have been successes.
	UnaccountedTrials uint64
}

// Successes returns the number of successes that the published proportion stands for, rounded.
func (p Published) Successes() uint64 {
	return uint64(math.Round(p.Proportion * float64(p.Trials)))
}

const publishedColumns = "n,trials,proportion,unaccounted"

const (
	maxTrials = 1 << 53 // float64 is exact for whole numbers up to here
	maxLine   = 1 << 16 // bytes
)

// ReadPublished reads published figures in CSV: a line with the names of the columns,
//
//	n,trials,proportion,unaccounted
//
// and one line for each size, smallest first. Lines that begin with # are comments. Errors are a [text.Error].
func ReadPublished(r io.Reader) ([]Published, error) {
	in := text.NewScanner(r)
	var figures []Published
	for first := true; ; {
		line, err := in.Line(maxLine)
		switch {
		case err == io.EOF && first:
			return nil, text.Whole("").Errorf("the line %q is missing", publishedColumns)
		case err == io.EOF:
			return figures, nil
		case err != nil:
			return nil, err
		case line.Trim().Text == "" || line.Text[0] == '#':
			continue
		}
		cells := csv.NewReader(strings.NewReader(line.Text))
		record, err := cells.Read()
		if wrong := new(csv.ParseError); errors.As(err, &wrong) {
			return nil, line.From(wrong.Column-1).Errorf("%v", wrong.Err)
		}
		if first {
			if names := strings.Join(record, ","); names != publishedColumns {
				return nil, line.Errorf("%q; expected the columns %s", names, publishedColumns)
			}
			first = false
			continue
		}
		fields := make([]text.Word, len(record))
		for i, cell := range record {
			_, column := cells.FieldPos(i)
			fields[i] = line.From(column - 1)
			fields[i].Text = cell
		}
		p, err := parsePublished(fields)
		if err != nil {
			return nil, err
		}
		if len(figures) > 0 && p.Size <= figures[len(figures)-1].Size {
			return nil, line.Errorf("size %d after size %d; expected ascending sizes", p.Size, figures[len(figures)-1].Size)
		}
		figures = append(figures, p)
	}
}

func parsePublished(fields []text.Word) (Published, error) {
	if n := len(fields); n != 4 {
		return Published{}, fields[min(n-1, 4)].Errorf("%d fields; expected %s", n, publishedColumns)
	}
	size, err1 := fields[0].Number("size", 1, maxTrials)
	trials, err2 := fields[1].Number("number of trials", 1, maxTrials)
	proportion, err3 := strconv.ParseFloat(fields[2].Text, 64)
	if err3 != nil || !(proportion >= 0 && proportion <= 1) {
		err3 = fields[2].Errorf("%s is not a proportion; expected a number from 0 to 1", fields[2].Quoted())
	}
	unaccounted, err4 := fields[3].Number("number of trials", 0, maxTrials)
	p := Published{size, uint64(trials), proportion, uint64(unaccounted)}
	left := p.Trials - p.Successes()
	if err4 == nil && p.UnaccountedTrials > left {
		err4 = fields[3].Errorf("%d trials unaccounted for, but only %d of %d are not successes", p.UnaccountedTrials, left, p.Trials)
	}
	return p, cmp.Or(err1, err2, err3, err4)
}
