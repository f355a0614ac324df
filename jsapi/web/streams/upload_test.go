package streams

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"

	"github.com/fwrun/fwrun/jsapi/feed"
)

// TestUploadAsReader: the reader of an upload ends with its context, and closing it stops the pipe.
func TestUploadAsReader(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := feed.NewPipe()
		ctx, cancel := context.WithCancel(t.Context())
		r := Reader(ctx, p)
		go func() { _ = p.Write(t.Context(), []byte("abc")) }()
		room := make([]byte, 2)
		for _, want := range []string{"ab", "c"} {
			if n, err := r.Read(room); err != nil || string(room[:n]) != want {
				t.Errorf("%q, %v", room[:n], err)
			}
		}
		go cancel()
		if _, err := r.Read(room); !errors.Is(err, feed.ErrEnded) {
			t.Error(err)
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
}
