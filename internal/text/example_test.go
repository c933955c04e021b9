package text_test

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"enumerate/internal/text"
)

// Example reads lines one after the other. An error has the place of a word.
func Example() {
	s := text.NewScanner(strings.NewReader("# boards\n2 4 1 3\r\n 2 4  31 3\n"))
	for {
		words, err := s.Words(80)
		if err == io.EOF {
			return
		}
		if err != nil {
			fmt.Println(err)
			return
		}
		sum := 0
		for _, w := range words {
			column, err := w.Number("column", 1, 4)
			if err != nil {
				fmt.Println(err)
				fmt.Println(errors.As(err, new(text.Error)))
				return
			}
			sum += column
		}
		fmt.Println(len(words), "words, sum", sum)
	}
	// Output:
	// 4 words, sum 10
	// line 3, column 7: "31" is not a valid column; expected a number from 1 to 4
	// true
}

// ExampleScanner_Next reads word by word. The end of each line comes too, and each mark is a word.
func ExampleScanner_Next() {
	s := text.NewScanner(strings.NewReader("3,14\n"))
	s.Marks = ","
	for s.Next(); s.Word.Kind != text.EndOfInput; s.Next() {
		fmt.Printf("%d:%d %q\n", s.Word.Line, s.Word.Column, s.Word.Text)
	}
	// Output:
	// 1:1 "3"
	// 1:2 ","
	// 1:3 "14"
	// 1:5 ""
}
