package zlib_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/fwrun/fwrun/jsapi/feed"
	"github.com/fwrun/fwrun/jsapi/node/zlib"
)

var formats = []zlib.Format{zlib.Gzip, zlib.Zlib, zlib.Raw, zlib.Brotli}

func level(f zlib.Format) zlib.Options {
	if f == zlib.Brotli {
		return zlib.Options{Level: 4}
	}
	return zlib.Options{Level: -1}
}

// noise is text that compresses to about half.
func noise(n int) []byte {
	random := rand.New(rand.NewPCG(1, 2))
	out := make([]byte, n)
	for i := range out {
		out[i] = "abcdefghijklmnop"[random.IntN(16)]
	}
	return out
}

func TestRoundTrips(t *testing.T) {
	for _, f := range formats {
		for _, data := range [][]byte{nil, []byte("hi"), noise(300_000)} {
			made, err := f.Compress(t.Context(), data, level(f))
			if err != nil {
				t.Fatal(f, err)
			}
			got, err := f.Decompress(t.Context(), made, zlib.Options{})
			if err != nil || !bytes.Equal(got, data) {
				t.Errorf("%s of %d bytes: %d bytes, %v", f, len(data), len(got), err)
			}
			if got := inPieces(t, f, made, 1000); !bytes.Equal(got, data) {
				t.Errorf("%s of %d bytes in pieces: %d bytes", f, len(data), len(got))
			}
		}
	}
}

// inPieces decompresses pieces of n bytes.
func inPieces(t *testing.T, f zlib.Format, data []byte, n int) (out []byte) {
	t.Helper()
	i := zlib.NewInflater(f, zlib.Options{})
	defer i.Stop()
	go func() {
		for piece := range slices.Chunk(data, n) {
			if i.Write(t.Context(), piece) != nil {
				return // as it wants no more
			}
		}
		i.Close()
	}()
	for {
		block, err := i.Next(t.Context())
		if errors.Is(err, io.EOF) {
			return out
		}
		if err != nil {
			t.Fatal(f, err)
		}
		out = append(out, block...)
	}
}

// TestFlush: what was written before a flush can be read after it.
func TestFlush(t *testing.T) {
	for _, f := range formats {
		d, err := zlib.NewDeflater(f, level(f))
		if err != nil {
			t.Fatal(err)
		}
		var sent []byte
		made, _ := d.Write([]byte("hello"))
		sent = append(sent, made...)
		made, err = d.Flush()
		if err != nil {
			t.Fatal(err)
		}
		sent = append(sent, made...)
		i := zlib.NewInflater(f, zlib.Options{})
		go func() { _ = i.Write(t.Context(), sent) }()
		if block, err := i.Next(t.Context()); string(block) != "hello" || err != nil {
			t.Errorf("%s: %q, %v", f, block, err)
		}
		i.Stop()
	}
}

func TestErrors(t *testing.T) {
	bomb, err := zlib.Gzip.Compress(t.Context(), make([]byte, 10<<20), zlib.Options{Level: 9})
	if err != nil {
		t.Fatal(err)
	}
	whole, _ := zlib.Gzip.Compress(t.Context(), []byte(strings.Repeat("hello ", 100)), zlib.Options{Level: 6})
	broken := bytes.Clone(whole)
	broken[len(broken)-6] ^= 1
	for _, c := range []struct {
		name   string
		format zlib.Format
		data   []byte
		o      zlib.Options
		code   string
	}{
		{"a bomb", zlib.Gzip, bomb, zlib.Options{MaxOutput: 1 << 20}, "ERR_BUFFER_TOO_LARGE"},
		{"an end that comes too early", zlib.Gzip, whole[:20], zlib.Options{}, "Z_BUF_ERROR"},
		{"nothing", zlib.Gzip, nil, zlib.Options{}, "Z_BUF_ERROR"},
		{"another format", zlib.Gzip, []byte("hello, this is no gzip"), zlib.Options{}, "Z_DATA_ERROR"},
		{"neither of two", zlib.Unzip, []byte("hello, this is no gzip"), zlib.Options{}, "Z_DATA_ERROR"},
		{"a wrong sum", zlib.Gzip, broken, zlib.Options{}, "Z_DATA_ERROR"},
		{"no Brotli", zlib.Brotli, []byte("\xff\xff\xff\xff\xff"), zlib.Options{}, "ERR__ERROR_FORMAT_PADDING_1"},
	} {
		_, err := c.format.Decompress(t.Context(), c.data, c.o)
		known, ok := errors.AsType[*zlib.Error](err)
		if !ok || known.Code != c.code {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	if got, err := zlib.Gzip.Decompress(t.Context(), whole[:len(whole)-4], zlib.Options{Short: true}); err != nil || len(got) != 600 {
		t.Errorf("a short file: %d bytes, %v", len(got), err)
	}
	if got, err := zlib.Gzip.Decompress(t.Context(), append(append(bytes.Clone(whole), whole...), "garbage"...), zlib.Options{}); err != nil ||
		len(got) != 1200 {
		t.Errorf("two members: %d bytes, %v", len(got), err)
	}
}

// TestInflaterOfNothing: nothing is incomplete, as it is at once.
func TestInflaterOfNothing(t *testing.T) {
	for _, f := range formats {
		i := zlib.NewInflater(f, zlib.Options{})
		i.Close()
		_, want := f.Decompress(t.Context(), nil, zlib.Options{})
		if block, err := i.Next(t.Context()); want == nil || !errors.Is(err, want) {
			t.Errorf("%s: %d bytes, %v; want %v", f, len(block), err, want)
		}
		i.Stop()
	}
}

// TestStoppedInflaterLeavesNothing: neither when it wants more, nor when it has more.
func TestStoppedInflaterLeavesNothing(t *testing.T) {
	bomb, err := zlib.Gzip.Compress(t.Context(), make([]byte, 10<<20), zlib.Options{Level: 9})
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) { // which fails if a goroutine is left
		for n := range 20 {
			i := zlib.NewInflater(zlib.Gzip, zlib.Options{})
			go func() { _ = i.Write(t.Context(), bomb[:len(bomb)/(1+n%2)]) }()
			if block, err := i.Next(t.Context()); len(block) == 0 || err != nil {
				t.Fatal(len(block), err)
			}
			i.Stop()
		}
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		i := zlib.NewInflater(zlib.Gzip, zlib.Options{})
		if _, err := i.Next(ended); !errors.Is(err, feed.ErrEnded) {
			t.Error(err)
		}
	})
}

func FuzzDecompress(f *testing.F) {
	for _, format := range formats {
		made, err := format.Compress(f.Context(), []byte("hello hello hello"), level(format))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(format), made)
	}
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		format := zlib.Format(name)
		switch format {
		case zlib.Gzip, zlib.Zlib, zlib.Raw, zlib.Unzip, zlib.Brotli:
		default:
			return
		}
		o := zlib.Options{MaxOutput: 1 << 20}
		whole, err := format.Decompress(t.Context(), data, o)
		if err != nil {
			return
		}
		if got := inPieces(t, format, data, 7); !bytes.Equal(got, whole) {
			t.Errorf("%d bytes at once, %d in pieces", len(whole), len(got))
		}
	})
}
