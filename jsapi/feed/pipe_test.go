package feed_test

import (
	"errors"
	"io"
	"testing"
	"testing/synctest"

	"github.com/fwrun/fwrun/jsapi/feed"
)

// TestPipe: a write returns when the reader asks for more, and not when it has taken the bytes.
func TestPipe(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := feed.NewPipe()
		written := 0
		go func() {
			for _, text := range []string{"abc", "de"} {
				if err := p.Write(t.Context(), []byte(text)); err != nil {
					t.Error(err)
				}
				written += len(text)
			}
			p.Close()
		}()
		read := func(size int) string {
			room := make([]byte, size)
			n, err := p.Read(room)
			if err != nil && !errors.Is(err, io.EOF) {
				t.Error(err)
			}
			synctest.Wait()
			return string(room[:n])
		}
		for i, want := range []struct {
			size    int
			text    string
			written int
		}{{2, "ab", 0}, {2, "c", 0}, {9, "de", 3}, {9, "", 5}, {9, "", 5}} {
			if got := read(want.size); got != want.text || written != want.written {
				t.Errorf("read %d: %q, %d written; want %q, %d", i, got, written, want.text, want.written)
			}
		}
	})
}

// TestPipeStops: the side that waits returns, reader or writer.
func TestPipeStops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		reading, writing := feed.NewPipe(), feed.NewPipe()
		errs := make(chan error, 2)
		go func() {
			_, err := reading.Read(make([]byte, 1))
			errs <- err
		}()
		go func() {
			errs <- writing.Write(t.Context(), []byte("a"))
		}()
		synctest.Wait()
		reading.Stop()
		writing.Stop()
		for range 2 {
			if err := <-errs; !errors.Is(err, feed.ErrEnded) {
				t.Error(err)
			}
		}
		if err := writing.Write(t.Context(), []byte("b")); !errors.Is(err, feed.ErrEnded) {
			t.Error(err)
		}
	})
}
