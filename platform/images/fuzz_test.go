package images

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func FuzzOrientation(f *testing.F) {
	f.Add([]byte("II*\x00\x08\x00\x00\x00\x01\x00\x12\x01\x03\x00\x01\x00\x00\x00\x06\x00\x00\x00"))
	f.Add([]byte("MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00"))
	f.Add([]byte("II*\x00\xff\xff\xff\xff"))
	f.Fuzz(func(t *testing.T, tiff []byte) {
		if got := orientation(tiff); got < 0 || got > 8 {
			t.Errorf("%q has the orientation %d", tiff, got)
		}
	})
}

// FuzzResize: whatever a file is, it becomes an image or an Error, and never takes more than its share.
func FuzzResize(f *testing.F) {
	files, err := filepath.Glob("testdata/*.*")
	if err != nil || len(files) == 0 {
		f.Fatal(files, err)
	}
	for _, name := range files {
		file, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(file)
	}
	p := New(Limits{MaxPixels: 200_000, Timeout: time.Minute})
	f.Fuzz(func(t *testing.T, file []byte) {
		info, err := Probe(bytes.NewReader(file), int64(len(file)))
		if err == nil && (info.Width < 1 || info.Height < 1 || info.Orientation < 1 || info.Orientation > 8) {
			t.Errorf("%+v", info)
		}
		pictures, failed := p.Resize(context.Background(), bytes.NewReader(file), int64(len(file)), Job{Variants: []Variant{{Width: 30, Height: 30}}})
		if _, ok := errors.AsType[*Error](failed); failed != nil && !ok {
			t.Errorf("%v", failed)
		}
		if err != nil && failed == nil {
			t.Errorf("%+v is made of %v", pictures, err)
		}
	})
}
