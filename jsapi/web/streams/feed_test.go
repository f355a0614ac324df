package streams

import (
	"context"
	"errors"
	"io"
	"testing"
	"testing/synctest"
)

// TestFeed: a write returns when the reader asks for more, and not when it has taken the bytes.
func TestFeed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFeed()
		written := 0
		go func() {
			for _, text := range []string{"abc", "de"} {
				n, err := f.Write([]byte(text))
				if err != nil {
					t.Error(err)
				}
				written += n
			}
			f.Close()
		}()
		read := func(size int) string {
			room := make([]byte, size)
			n, err := f.Read(room)
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

// TestFeedStops: the side that waits returns, reader or writer.
func TestFeedStops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		reading, writing := newFeed(), newFeed()
		errs := make(chan error, 2)
		go func() {
			_, err := reading.Read(make([]byte, 1))
			errs <- err
		}()
		go func() {
			_, err := writing.Write([]byte("a"))
			errs <- err
		}()
		synctest.Wait()
		reading.Stop()
		writing.Stop()
		for range 2 {
			if err := <-errs; !errors.Is(err, errEnded) {
				t.Error(err)
			}
		}
		if _, err := writing.Write([]byte("b")); !errors.Is(err, errEnded) {
			t.Error(err)
		}
	})
}

// TestUploadAsReader: the reader of an upload ends with its context, and closing it stops the feed.
func TestUploadAsReader(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFeed()
		ctx, cancel := context.WithCancel(t.Context())
		r := Reader(ctx, feedSource{f})
		go func() { _, _ = f.Write([]byte("abc")) }()
		room := make([]byte, 2)
		for _, want := range []string{"ab", "c"} {
			if n, err := r.Read(room); err != nil || string(room[:n]) != want {
				t.Errorf("%q, %v", room[:n], err)
			}
		}
		go cancel()
		if _, err := r.Read(room); !errors.Is(err, errEnded) {
			t.Error(err)
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
}
