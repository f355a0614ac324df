package compress

import (
	"bytes"
	"compress/zlib"
	"errors"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// packed returns a text in the codings, in their order.
func packed(t *testing.T, text []byte, codings ...Coding) []byte {
	t.Helper()
	c := New(Options{})
	for _, coding := range codings {
		if coding != Deflate {
			text = c.Append(coding, nil, text)
			continue
		}
		var b bytes.Buffer
		w := zlib.NewWriter(&b)
		_, _ = w.Write(text)
		_ = w.Close()
		text = b.Bytes()
	}
	return text
}

var allPacked = [][]Coding{{Gzip}, {Deflate}, {Brotli}, {Zstd}, {Gzip, Brotli}, {Zstd, Gzip, Deflate}}

func TestDecodable(t *testing.T) {
	for header, want := range map[string][]Coding{
		"": nil, "identity": nil, "gzip": {Gzip}, "X-GZIP": {Gzip}, "br": {Brotli}, " zstd ,\tdeflate": {Zstd, Deflate}, "identity, gzip,": {Gzip},
	} {
		if got, ok := Decodable(header); !ok || !slices.Equal(got, want) {
			t.Errorf("%q: %v, %v; want %v", header, got, ok, want)
		}
	}
	for _, header := range []string{"compress", "gzip;q=1", "gzip, own", "gzip,gzip,gzip,gzip", "gzip deflate"} {
		if got, ok := Decodable(header); ok {
			t.Errorf("%q: %v", header, got)
		}
	}
}

func TestDecoder(t *testing.T) {
	text := bytes.Repeat([]byte("a line of a body\n"), 10_000)
	for _, codings := range allPacked {
		whole := packed(t, text, codings...)
		for name, in := range map[string]io.Reader{"whole": bytes.NewReader(whole), "byte by byte": iotest.OneByteReader(bytes.NewReader(whole))} {
			got, err := io.ReadAll(NewDecoder(codings, in, int64(len(text))))
			if err != nil || !bytes.Equal(got, text) {
				t.Errorf("%v, %s: %d bytes, %v", codings, name, len(got), err)
			}
		}
		for name, in := range map[string][]byte{"nothing": nil, "cut off": whole[:len(whole)-5], "plain": text[:100]} {
			if got, err := io.ReadAll(NewDecoder(codings, bytes.NewReader(in), int64(len(text)))); err == nil {
				t.Errorf("%v, %s: read as %d bytes", codings, name, len(got))
			}
		}
		if got, err := io.ReadAll(NewDecoder(codings, bytes.NewReader(whole), int64(len(text))-1)); !errors.Is(err, ErrTooLarge) || len(got) >= len(text) {
			t.Errorf("%v: a byte too much: %d bytes, %v", codings, len(got), err)
		}
		broken := errors.New("broken")
		in := io.MultiReader(bytes.NewReader(whole[:len(whole)/2]), iotest.ErrReader(broken))
		if _, err := io.ReadAll(NewDecoder(codings, in, int64(len(text)))); !errors.Is(err, broken) {
			t.Errorf("%v: the error of the body became %v", codings, err)
		}
	}
	if _, err := io.ReadAll(NewDecoder([]Coding{Deflate}, bytes.NewReader(append(packed(t, text, Deflate), 'x')), 1<<20)); !errors.Is(err, errSurplus) {
		t.Errorf("data behind the end: %v", err)
	}
}

// TestBombs: what decodes to a thousand times its size, to as much between two codings, or from much to nothing, ends at the limit, and takes
// no more memory than that.
func TestBombs(t *testing.T) {
	const limit = 1 << 20
	zeros := make([]byte, 64<<20)
	empty := packed(t, nil, Gzip)
	for name, c := range map[string]struct {
		codings []Coding
		body    []byte
	}{
		"gzip":             {[]Coding{Gzip}, packed(t, zeros, Gzip)},
		"deflate":          {[]Coding{Deflate}, packed(t, zeros, Deflate)},
		"Brotli":           {[]Coding{Brotli}, packed(t, zeros, Brotli)},
		"zstd":             {[]Coding{Zstd}, packed(t, zeros, Zstd)},
		"twice":            {[]Coding{Gzip, Gzip}, packed(t, zeros, Gzip, Gzip)},
		"nothings":         {[]Coding{Gzip}, bytes.Repeat(empty, 2*limit/len(empty))},
		"nothings between": {[]Coding{Gzip, Zstd}, packed(t, bytes.Repeat(empty, 2*limit/len(empty)), Zstd)},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		n, err := io.Copy(io.Discard, NewDecoder(c.codings, bytes.NewReader(c.body), limit))
		runtime.ReadMemStats(&after)
		if !errors.Is(err, ErrTooLarge) || n > limit {
			t.Errorf("%s: %d bytes, %v", name, n, err)
		}
		if took := after.TotalAlloc - before.TotalAlloc; took > 4*maxWindow {
			t.Errorf("%s: decoding took %d bytes", name, took)
		}
	}
}

func FuzzDecoder(f *testing.F) {
	for i := range allPacked {
		f.Add(i, []byte(strings.Repeat("body", i)))
	}
	f.Fuzz(func(t *testing.T, which int, body []byte) {
		codings := allPacked[max(which, 0)%len(allPacked)]
		if n, _ := io.Copy(io.Discard, NewDecoder(codings, bytes.NewReader(body), 1<<16)); n > 1<<16 {
			t.Errorf("%v: %d bytes", codings, n)
		}
		got, err := io.ReadAll(NewDecoder(codings, bytes.NewReader(packed(t, body, codings...)), 1<<20))
		if err != nil || !bytes.Equal(got, body) {
			t.Errorf("%v: %d bytes, %v", codings, len(got), err)
		}
	})
}
