package replay

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/fwrun/fwrun/platform/fault"
)

// The limits of a file.
const (
	MaxFile  = 8 << 20 // bytes
	maxDepth = 200     // of arrays and objects in each other
)

const opParse = "replay.file"

// Parse reads a file. The error is a *fault.Error, which says where.
func Parse(text []byte) (*File, error) {
	if len(text) > MaxFile {
		return nil, fault.New(opParse, fault.TooLarge, fmt.Sprintf("a recorded request has at most %d bytes, and this file has %d", MaxFile, len(text)))
	}
	if err := checkVersion(text); err != nil {
		return nil, err
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	d.DisallowUnknownFields()
	var f File
	if err := d.Decode(&f); err != nil {
		return nil, misread(text, d.InputOffset(), err)
	}
	if err := f.check(); err != nil {
		return nil, fault.New(opParse, fault.Invalid, "this is not a recorded request: "+err.Error())
	}
	return &f, nil
}

// checkVersion reports a file of another version before anything in it that this one does not know.
func checkVersion(text []byte) error {
	if tooDeep(text) {
		return fault.New(opParse, fault.Invalid,
			fmt.Sprintf("this is not a recorded request: arrays and objects are nested more than %d deep", maxDepth))
	}
	var head struct {
		Version *int `json:"replay"`
	}
	d := json.NewDecoder(bytes.NewReader(text))
	if err := d.Decode(&head); err != nil {
		return misread(text, d.InputOffset(), err)
	}
	if rest := bytes.TrimSpace(text[d.InputOffset():]); len(rest) > 0 {
		return fault.New(opParse, fault.Invalid, "this is not a recorded request: something follows its end")
	}
	switch {
	case head.Version == nil:
		return fault.New(opParse, fault.Invalid, `this is not a recorded request: it does not say "replay": 1`)
	case *head.Version != Version:
		return fault.New(opParse, fault.Invalid, fmt.Sprintf("this file is of version %d, and this fwrun reads version %d", *head.Version, Version)).
			WithHint("record the request again")
	}
	return nil
}

// tooDeep reports whether values are nested too deeply, whatever else is wrong with them.
func tooDeep(text []byte) bool {
	depth, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			if depth++; depth > maxDepth {
				return true
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	return false
}

// misread says what is wrong with a text, and in which line.
func misread(text []byte, at int64, err error) error {
	if bad, ok := errors.AsType[*json.SyntaxError](err); ok {
		at = bad.Offset
	}
	if bad, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		at = bad.Offset
	}
	said := strings.TrimPrefix(err.Error(), "json: ")
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		said = "the file ends in the middle"
		at = int64(len(text))
	}
	line := 1 + bytes.Count(text[:min(max(at, 0), int64(len(text)))], []byte("\n"))
	return fault.New(opParse, fault.Invalid, fmt.Sprintf("line %d: %s", line, said)).
		WithHint("it was changed by hand, or not written to its end: record the request again")
}

// check reports what a file must not have.
func (f *File) check() error {
	switch {
	case f.Request.Method == "" || strings.ContainsAny(f.Request.Method, " \r\n\t"):
		return errors.New("the request has no method")
	case !strings.HasPrefix(f.Request.Path, "/"):
		return errors.New("the path of the request does not begin with /")
	case f.Response.Status < 100 || f.Response.Status > 599:
		return fmt.Errorf("%d is not the status of a response", f.Response.Status)
	}
	for _, b := range []struct {
		of string
		*Body
	}{{"request", &f.Request.Body}, {"response", &f.Response.Body}} {
		if b.JSON != nil && (b.Text != nil || b.Base64 != nil) || b.Text != nil && b.Base64 != nil {
			return fmt.Errorf("the %s has more than one of json, text and base64", b.of)
		}
	}
	if err := checkHeaders(f.Request.Headers, f.Response.Headers); err != nil {
		return err
	}
	if f.Recorded != "" {
		if _, err := time.Parse(time.RFC3339, f.Recorded); err != nil {
			return fmt.Errorf("%q is not a time", f.Recorded)
		}
	}
	for i, c := range f.Calls {
		if err := c.check(); err != nil {
			return fmt.Errorf("calls[%d]: %w", i, err)
		}
	}
	return nil
}

func checkHeaders(sent, answered Headers) error {
	for name, value := range sent {
		texts := slices.Collect(flat(value))
		if len(texts) == 0 || strings.ContainsAny(name+strings.Join(texts, ""), "\r\n\x00") || name == "" {
			return fmt.Errorf("the request's header %q is not a text, or a list of texts, of one line", name)
		}
	}
	for name := range answered {
		if name != smallName(name) {
			return fmt.Errorf("the header %q is written in small letters", name)
		}
	}
	return nil
}

// flat yields the texts of a header's value.
func flat(value any) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for _, pair := range (Headers{"": value}).Pairs() {
			if !yield(pair[1]) {
				return
			}
		}
	}
}

// maxTimes is how often the same may be given in a row.
const maxTimes = 1_000_000

func (c *Call) check() error {
	if _, known := kinds[c.Kind]; !known {
		return fmt.Errorf("%q is not a kind of call", c.Kind)
	}
	if c.Times < 0 || c.Times > maxTimes {
		return fmt.Errorf("%d times is not possible", c.Times)
	}
	if c.Fails != nil && c.Gives != nil {
		return errors.New("a call has a result or an error, not both")
	}
	return nil
}
