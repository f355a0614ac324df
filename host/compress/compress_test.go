package compress

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	brotli "github.com/molecule-man/go-brrr"
)

// decoder decodes a coding with the libraries' own readers.
func decoder(t *testing.T, coding Coding, r io.Reader) io.Reader {
	t.Helper()
	switch coding {
	case Gzip:
		out, err := gzip.NewReader(r)
		if err != nil {
			t.Fatal(err)
		}
		return out
	case Brotli:
		return brotli.NewReader(r)
	default:
		out, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(out.Close)
		return out
	}
}

func TestAppend(t *testing.T) {
	c := New(Options{})
	for _, coding := range Codings() {
		for _, body := range []string{"", "a", strings.Repeat(`{"id":1,"name":"one"},`, 5000)} {
			for range 2 { // the second time with a used encoder
				out := c.Append(coding, []byte("before:"), []byte(body))
				rest, ok := bytes.CutPrefix(out, []byte("before:"))
				if !ok {
					t.Fatalf("%s: dst was not kept: %q", coding, out)
				}
				got, err := io.ReadAll(decoder(t, coding, bytes.NewReader(rest)))
				if err != nil || string(got) != body {
					t.Errorf("%s: %d bytes came back as %d: %v", coding, len(body), len(got), err)
				}
				if len(body) > 1000 && len(out) > len(body)/10 {
					t.Errorf("%s: %d bytes became %d", coding, len(body), len(out))
				}
			}
		}
	}
}

// TestStreamFlushes: the bytes of one Read can be decoded before the next Read.
func TestStreamFlushes(t *testing.T) {
	c := New(Options{})
	for _, coding := range Codings() {
		inner, events := io.Pipe()
		stream, ok := c.Stream(coding, inner, true)
		if !ok {
			t.Fatal("refused")
		}
		received, sink := io.Pipe()
		copied := make(chan error)
		go func() { _, err := io.Copy(sink, stream); _ = sink.Close(); copied <- err }()
		go func() { _, _ = events.Write([]byte("data: 0\n\n")) }()
		out := decoder(t, coding, received)
		for i := range 5 {
			one := make([]byte, len("data: 0\n\n"))
			if _, err := io.ReadFull(out, one); err != nil {
				t.Fatalf("%s: %v", coding, err)
			}
			if want := "data: " + string(rune('0'+i)) + "\n\n"; string(one) != want {
				t.Errorf("%s: got %q, want %q", coding, one, want)
			}
			go func() {
				if i == 4 {
					_ = events.Close()
					return
				}
				_, _ = events.Write([]byte("data: " + string(rune('1'+i)) + "\n\n"))
			}()
		}
		if rest, err := io.ReadAll(out); len(rest) > 0 || err != nil {
			t.Errorf("%s: behind the end come %q, %v", coding, rest, err)
		}
		if err := <-copied; err != nil {
			t.Error(err)
		}
		_ = stream.Close()
	}
	if n := c.streams.Load(); n != 0 {
		t.Errorf("%d streams are still counted", n)
	}
}

func TestStreamWhole(t *testing.T) {
	c := New(Options{})
	text := strings.Repeat("a line of a large file\n", 20_000)
	for _, coding := range Codings() {
		for _, flushes := range []bool{false, true} {
			stream, _ := c.Stream(coding, iotest.DataErrReader(strings.NewReader(text)), flushes)
			encoded, err := io.ReadAll(stream)
			if err != nil {
				t.Fatal(err)
			}
			got, err := io.ReadAll(decoder(t, coding, bytes.NewReader(encoded)))
			if err != nil || string(got) != text {
				t.Errorf("%s: %d bytes came back as %d: %v", coding, len(text), len(got), err)
			}
			if err := stream.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestStreamThatFails(t *testing.T) {
	c := New(Options{})
	broken := errors.New("broken")
	for _, coding := range Codings() {
		stream, _ := c.Stream(coding, io.MultiReader(strings.NewReader("begun"), iotest.ErrReader(broken)), true)
		encoded, err := io.ReadAll(stream)
		if !errors.Is(err, broken) {
			t.Errorf("%s: the error is %v", coding, err)
		}
		if _, err := io.ReadAll(decoder(t, coding, bytes.NewReader(encoded))); err == nil {
			t.Errorf("%s: what was cut off decodes as if it were whole", coding)
		}
		_ = stream.Close()
	}
}

type closable struct {
	io.Reader
	closed int
}

func (c *closable) Close() error { c.closed++; return nil }

func TestStreamsAreBounded(t *testing.T) {
	c := New(Options{})
	var open []*Stream
	inner := &closable{Reader: strings.NewReader("x")}
	for {
		stream, ok := c.Stream(Brotli, inner, true)
		if !ok {
			break
		}
		open = append(open, stream)
	}
	if len(open) != maxStreams {
		t.Errorf("%d streams were taken, want %d", len(open), maxStreams)
	}
	for _, stream := range open {
		_ = stream.Close()
		if _, err := stream.Read(make([]byte, 1)); err == nil {
			t.Error("a closed stream was read")
		}
	}
	if inner.closed != maxStreams || c.streams.Load() != 0 {
		t.Errorf("%d were closed, %d still count", inner.closed, c.streams.Load())
	}
}

func TestFits(t *testing.T) {
	c := New(Options{})
	for contentType, want := range map[string]bool{
		"application/json":           true,
		"Application/JSON; charset=": true,
		"application/problem+json":   true,
		"text/html; charset=utf-8":   true,
		"text/event-stream":          true,
		"image/svg+xml":              true,
		"image/png":                  false,
		"application/zip":            false,
		"application/octet-stream":   false,
		"":                           false,
	} {
		if got := c.Fits(contentType); got != want {
			t.Errorf("Fits(%q) is %v", contentType, got)
		}
	}
	if own := New(Options{Types: []string{"application/zip"}}); own.Fits("text/html") || !own.Fits("application/zip") {
		t.Error("the types of the options do not count")
	}
}
