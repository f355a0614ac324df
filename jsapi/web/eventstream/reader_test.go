package eventstream_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/fwrun/fwrun/jsapi/web/eventstream"
)

// events lists what a stream says, whatever the pieces in which it arrives.
func events(r io.Reader, limit int) (list []string, err error) {
	reader := eventstream.NewReader(r, limit)
	reader.Retry = func(digits []byte) { list = append(list, "retry "+string(digits)) }
	for {
		event, err := reader.Next()
		if err != nil {
			if id := string(reader.ID()); id != "" {
				list = append(list, "continue after "+id)
			}
			return list, err
		}
		list = append(list, fmt.Sprintf("%s|%s|%s", event.Type, event.Data, event.ID))
	}
}

func TestEvents(t *testing.T) {
	for stream, want := range map[string]string{
		"data: a\n\n":                        "|a|",
		"data:a\ndata:  b\n\n":               "|a\n b|",
		"data\n\n":                           "||",
		"data\ndata\n\n":                     "|\n|",
		"data:\r\rdata: x\r\n\r\ndata:y\n\n": "||;|x|;|y|",
		"event: add\ndata: 73857293\n\nevent: gone\n\n":    "add|73857293|",
		"event: a\n\ndata: no type\n\n":                    "|no type|",
		": a comment\n\n:another\ndata:x\n:\n\n":           "|x|",
		"id: 1\ndata: a\n\ndata: b\n\nid\ndata: c\n\n":     "|a|1;|b|1;|c|",
		"id: 1\ndata: a\n\nid: 2\n\nid: 3\ndata: cut":      "|a|1;continue after 2",
		"id: a\x00b\ndata: x\n\n":                          "|x|",
		"retry: 1000\nretry: 1s\nretry:\nretry:  7\n":      "retry 1000",
		"\xef\xbb\xbfdata: bom\n\n":                        "|bom|",
		"\xef\xbb\xbf\xef\xbb\xbfdata: two\n\ndata: x\n\n": "|x|",
		"data: a\n\xef\xbb\xbfdata: b\n\n":                 "|a|",
		"Data: a\ndata : b\nfoo\nfoo:bar\n\n":              "",
		"data: ü€😀\n\n":                                    "|ü€😀|",
		"data:x":                                           "",
		"data:x\n":                                         "",
		"":                                                 "",
		"data: a\r\n\ndata: b\n\r":                         "|a|;|b|",
	} {
		for name, r := range map[string]io.Reader{
			"whole": strings.NewReader(stream), "bytes": iotest.OneByteReader(strings.NewReader(stream)),
			"halves": iotest.HalfReader(strings.NewReader(stream)),
		} {
			list, err := events(r, 1000)
			if got := strings.Join(list, ";"); got != want || !errors.Is(err, io.EOF) {
				t.Errorf("%s %q: %q, %v; want %q", name, stream, got, err, want)
			}
		}
	}
}

// TestEventsAreToldAtOnce: an event is complete with the CR of its empty line, whatever comes next.
func TestEventsAreToldAtOnce(t *testing.T) {
	r, w := io.Pipe()
	reader := eventstream.NewReader(r, 1000)
	go func() {
		_, _ = io.WriteString(w, "data: a\r\n\r")
	}()
	event, err := reader.Next()
	if err != nil || string(event.Data) != "a" {
		t.Errorf("%q, %v", event.Data, err)
	}
	go func() {
		_, _ = io.WriteString(w, "\ndata: b\n\n")
	}()
	if event, err = reader.Next(); err != nil || string(event.Data) != "b" {
		t.Errorf("%q, %v", event.Data, err)
	}
}

// TestLimits: what is kept has a limit, whatever it is made of; comments and empty events are not kept.
func TestLimits(t *testing.T) {
	for name, r := range map[string]io.Reader{
		"a line":       endless("x"),
		"data":         endless("data: x\n"),
		"empty data":   endless("data\n"),
		"a type":       io.MultiReader(strings.NewReader("event: "), endless("x")),
		"an id":        io.MultiReader(strings.NewReader("id: "), endless("x")),
		"a long retry": io.MultiReader(strings.NewReader("retry: "), endless("1")),
	} {
		if _, err := events(r, 100_000); !errors.Is(err, eventstream.ErrTooLong) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, r := range map[string]io.Reader{
		"a comment": io.MultiReader(strings.NewReader(":"), io.LimitReader(endless("x"), 1<<20)),
		"comments":  io.LimitReader(endless(": x\n"), 1<<20),
		"nothing":   io.LimitReader(endless("event: x\n\n"), 1<<20),
		"types":     io.LimitReader(endless("event: x\n"), 1<<20),
	} {
		if list, err := events(r, 100); !errors.Is(err, io.EOF) || len(list) != 0 {
			t.Errorf("%s: %q, %v", name, list, err)
		}
	}
}

// TestLarge: permission is asked for once for each large event.
func TestLarge(t *testing.T) {
	large := "data: " + strings.Repeat("x", 2*eventstream.LargeSize) + "\n\n"
	reader := eventstream.NewReader(strings.NewReader(large+"data: small\n\n"+large), 1<<20)
	asked := 0
	refused := errors.New("no")
	reader.Large = func() error {
		if asked++; asked == 2 {
			return refused
		}
		return nil
	}
	for _, want := range []error{nil, nil, refused} {
		if _, err := reader.Next(); !errors.Is(err, want) {
			t.Errorf("%v, want %v", err, want)
		}
	}
}

// endless repeats a text.
func endless(text string) io.Reader { return &repeated{text: []byte(text)} }

type repeated struct{ text, rest []byte }

func (r *repeated) Read(into []byte) (int, error) {
	if len(r.rest) == 0 {
		r.rest = bytes.Repeat(r.text, 1000)
	}
	n := copy(into, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// FuzzEvents compares with an interpretation of the whole text by lines, and with one of the same bytes in other pieces.
func FuzzEvents(f *testing.F) {
	for _, seed := range []string{"data: a\n\n", "\xef\xbb\xbfid: 1\r\rdata\r\ndata: b\r\n\r\n", "event:x\ndata:y\nretry:5\n\n:c\n", "data:a\r\r\n\n"} {
		f.Add([]byte(seed), 1)
	}
	f.Fuzz(func(t *testing.T, stream []byte, size int) {
		list, err := events(bytes.NewReader(stream), 1<<20)
		if !errors.Is(err, io.EOF) {
			t.Fatalf("%q: %v", stream, err)
		}
		other, err := events(&pieces{stream, 1 + size&7}, 1<<20)
		if !errors.Is(err, io.EOF) || fmt.Sprint(list) != fmt.Sprint(other) {
			t.Fatalf("%q in pieces: %q, not %q, %v", stream, other, list, err)
		}
		if plain := byLines(string(stream)); fmt.Sprint(list) != fmt.Sprint(plain) {
			t.Fatalf("%q: %q, but by lines %q", stream, list, plain)
		}
		if _, err := events(bytes.NewReader(stream), 8); err == nil {
			t.Fatal("no end")
		}
	})
}

type pieces struct {
	rest []byte
	size int
}

func (p *pieces) Read(into []byte) (int, error) {
	if len(p.rest) == 0 {
		return 0, io.EOF
	}
	n := copy(into, p.rest[:min(p.size, len(p.rest))])
	p.rest = p.rest[n:]
	return n, nil
}

// byLines interprets a stream as the standard describes it, with its buffers as texts.
func byLines(stream string) (list []string) {
	stream = strings.TrimPrefix(stream, "\ufeff")
	stream = strings.ReplaceAll(strings.ReplaceAll(stream, "\r\n", "\n"), "\r", "\n")
	lines := strings.Split(stream, "\n")
	var typ, data, id, last string
	for _, line := range lines[:len(lines)-1] {
		name, value, _ := strings.Cut(line, ":")
		value = strings.TrimPrefix(value, " ")
		switch {
		case line == "":
			last = id
			if data != "" {
				list = append(list, fmt.Sprintf("%s|%s|%s", typ, strings.TrimSuffix(data, "\n"), id))
			}
			typ, data = "", ""
		case name == "event":
			typ = value
		case name == "data":
			data += value + "\n"
		case name == "id" && !strings.Contains(value, "\x00"):
			id = value
		case name == "retry" && value != "" && strings.Trim(value, "0123456789") == "":
			list = append(list, "retry "+value)
		}
	}
	if last != "" {
		list = append(list, "continue after "+last)
	}
	return list
}
