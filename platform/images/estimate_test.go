package images

import (
	"bytes"
	"context"
	"image"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// TestEstimates: what a header says of the memory of an image holds for the decoded image, and for the decoder.
func TestEstimates(t *testing.T) {
	files, err := filepath.Glob("testdata/*.*")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		file, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		h, err := readHeader(bytes.NewReader(file), int64(len(file)))
		if err != nil {
			continue // animated
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		m, err := decode(context.Background(), h, bytes.NewReader(file), int64(len(file)))
		runtime.ReadMemStats(&after)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		const decoders = 256 << 10 // of buffers and tables
		if got := int64(after.TotalAlloc - before.TotalAlloc); got > h.memory+decoders {
			t.Errorf("%s: the decoder takes %d bytes, and %d are expected", name, got, h.memory)
		}
		if got := bytesOf(t, m); h.kept < got || h.kept > 2*got || h.memory < h.kept {
			t.Errorf("%s: the image takes %d bytes, and %d are expected, %d to decode", name, got, h.kept, h.memory)
		}
	}
}

func bytesOf(t *testing.T, m image.Image) int64 {
	t.Helper()
	switch m := m.(type) {
	case *image.YCbCr:
		return int64(len(m.Y) + len(m.Cb) + len(m.Cr))
	case *image.NYCbCrA:
		return int64(len(m.Y) + len(m.Cb) + len(m.Cr) + len(m.A))
	case *image.NRGBA:
		return int64(len(m.Pix))
	case *image.RGBA:
		return int64(len(m.Pix))
	case *image.CMYK:
		return int64(len(m.Pix))
	case *image.Gray:
		return int64(len(m.Pix))
	case *image.Paletted:
		return int64(len(m.Pix))
	}
	t.Fatalf("a %T", m)
	return 0
}
