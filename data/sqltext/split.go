package sqltext

import (
	"fmt"
	"strings"
)

// Piece is one statement of a script, without its semicolon and the blanks around it.
type Piece struct {
	Text   string
	Offset int // of Text in the script, in bytes
	Line   int // of Text in the script, from 1
	Kind   Kind
}

// UnterminatedError is a quote or comment that is not closed before the script ends.
type UnterminatedError struct {
	Offset int
	Line   int
	What   string // how the quote or comment begins
}

func (e *UnterminatedError) Error() string {
	return fmt.Sprintf("the %s that begins in line %d is never closed", e.What, e.Line)
}

// Split splits a script into its statements. It knows the bodies of SQLite's triggers and of
// PostgreSQL's BEGIN ATOMIC functions, and the DELIMITER line that tells MySQL's clients where a
// body ends. The rows behind PostgreSQL's COPY … FROM stdin belong to its piece, up to the line \. that ends them; see
// [SplitData]. Pieces that consist of comments only are left out.
func Split(d Dialect, script string) ([]Piece, error) {
	s := splitter{scanner: scanner{dialect: d, text: script}, delimiter: ";", line: 1}
	for {
		if d == MySQL && !s.inPiece && s.delimiterLine() {
			continue
		}
		if strings.HasPrefix(script[s.pos:], s.delimiter) && s.body.depth <= 0 {
			cut := s.cut()
			s.pos += len(s.delimiter)
			if cut {
				if err := s.takeData(); err != nil {
					return nil, err
				}
			}
			continue
		}
		t, ok := s.next()
		if !ok {
			s.cut()
			return s.pieces, nil
		}
		if t.open {
			return nil, &UnterminatedError{t.start, s.lineOf(t.start), opening(script[t.start:])}
		}
		if at := strings.Index(script[t.start:t.end], s.delimiter); at > 0 && t.kind == word {
			t.end = t.start + at // end$$: a dollar is a letter, but not here
			s.pos = t.end
		}
		s.take(t)
	}
}

// splitter is the state of Split.
type splitter struct {
	scanner
	delimiter string
	pieces    []Piece

	inPiece    bool // something other than blanks since the last cut
	start, end int  // of the piece so far
	body       body

	line, counted int // the line at the byte offset counted
}

// take adds a token to the piece.
func (s *splitter) take(t token) {
	if t.kind == blank {
		return
	}
	if !s.inPiece {
		s.inPiece, s.start, s.body = true, t.start, body{dialect: s.dialect}
	}
	s.end = t.end
	if t.kind == word {
		s.body.word(strings.ToUpper(s.text[t.start:t.end]))
	}
}

// cut ends the piece, and reports whether there was one.
func (s *splitter) cut() (was bool) {
	was = s.inPiece
	if was {
		text := s.text[s.start:s.end]
		s.pieces = append(s.pieces, Piece{text, s.start, s.lineOf(s.start), Classify(s.dialect, text)})
	}
	s.inPiece, s.body = false, body{}
	return was
}

// lineOf returns the line of an offset. Offsets of successive calls must not decrease.
func (s *splitter) lineOf(offset int) int {
	s.line += strings.Count(s.text[s.counted:offset], "\n")
	s.counted = offset
	return s.line
}

// delimiterLine reads "DELIMITER //" at the beginning of a line.
func (s *splitter) delimiterLine() bool {
	const keyword = "DELIMITER"
	rest := s.text[s.pos:]
	if len(rest) <= len(keyword) || !strings.EqualFold(rest[:len(keyword)], keyword) || !isBlank(rest[len(keyword)]) {
		return false
	}
	line, _, _ := strings.Cut(rest, "\n")
	mark := strings.TrimSpace(line[len(keyword):])
	if mark == "" {
		return false
	}
	s.delimiter = mark
	s.pos += len(line)
	return true
}

// body follows the words of a statement to know whether a semicolon is inside of a body.
type body struct {
	dialect Dialect
	words   int
	create  bool
	holds   bool // the statement may have a body: a trigger of SQLite, a function of PostgreSQL
	begun   bool // BEGIN was the previous word
	depth   int  // the number of open BEGINs and CASEs
}

func (b *body) word(w string) {
	b.words++
	switch {
	case b.words == 1:
		b.create = w == "CREATE"
	case b.create && !b.holds && b.words <= 5:
		b.holds = b.dialect == SQLite && w == "TRIGGER" ||
			b.dialect == Postgres && (w == "FUNCTION" || w == "PROCEDURE")
	case b.holds:
		b.nest(w)
	}
	b.begun = w == "BEGIN"
}

func (b *body) nest(w string) {
	switch {
	case w == "BEGIN" && b.dialect == SQLite, w == "ATOMIC" && b.begun:
		b.depth++
	case w == "CASE" && b.depth > 0:
		b.depth++
	case w == "END" && b.depth > 0:
		b.depth--
	}
}

// opening returns what opens a text, a name or a comment: a quote, or two characters such as /* or $$.
func opening(rest string) string {
	if strings.IndexByte("'\"`[", rest[0]) >= 0 {
		return rest[:1]
	}
	return rest[:min(2, len(rest))]
}
