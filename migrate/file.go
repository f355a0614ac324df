package migrate

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"path"
	"strings"
	"unicode/utf16"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/data/sqltext"
	"github.com/fwrun/fwrun/fault"
)

// file is one migration.
type file struct {
	path  string // its identity
	shown string // the name in messages
	text  string
	hash  string
}

func (r *runner) read(name string) (*file, error) {
	raw, err := fs.ReadFile(r.fsys, name)
	if err != nil {
		return nil, fault.New("migrate.sql", fault.Internal, "the migrations cannot be read").Because(err)
	}
	// The hash ignores the kind of line ends: git may change them.
	text := strings.TrimPrefix(strings.ReplaceAll(string(raw), "\r\n", "\n"), "\ufeff")
	sum := sha256.Sum256([]byte(text))
	return &file{name, path.Join(r.options.Root, name), text, hex.EncodeToString(sum[:])}, nil
}

// statements splits the file. It returns an error for a statement that would end the transaction.
func (f *file) statements(d data.Dialect) ([]sqltext.Piece, error) {
	pieces, err := sqltext.Split(d, f.text)
	if open, ok := errors.AsType[*sqltext.UnterminatedError](err); ok {
		return nil, f.diagnostic(open.Offset, "the "+open.What+" that begins here is never closed", "close it")
	}
	if err != nil {
		return nil, err
	}
	for _, piece := range pieces {
		if piece.Kind == sqltext.Transaction {
			return nil, f.diagnostic(piece.Offset, "a migration runs in a transaction and cannot begin or end one",
				"remove this statement; to commit in between, split the file")
		}
	}
	return pieces, nil
}

// failed returns an error that points at the failed statement, or at the place in it that the
// database names.
func (f *file) failed(piece sqltext.Piece, err error, mend string) error {
	message, offset := err.Error(), piece.Offset
	if e, ok := errors.AsType[*data.Error](err); ok {
		message = e.Error()
		if e.Offset > 0 && e.Offset < len(piece.Text) {
			offset += e.Offset
		}
	}
	return &failure{f.diagnostic(offset, message, mend), err}
}

func (f *file) diagnostic(offset int, message, hint string) fault.Diagnostic {
	before := f.text[:offset]
	start := strings.LastIndexByte(before, '\n') + 1
	line, _, _ := strings.Cut(f.text[start:], "\n")
	return fault.Diagnostic{
		Code: "migration-failed", Message: message, Hint: hint, Source: line,
		Place: fault.Place{
			File: f.shown,
			Line: strings.Count(before, "\n") + 1,
			Col:  len(utf16.Encode([]rune(before[start:]))) + 1,
		},
	}
}

// failure is a place in a file, with the database's error.
type failure struct {
	fault.Diagnostic
	err error
}

func (f *failure) Unwrap() []error { return []error{f.Diagnostic, f.err} }
