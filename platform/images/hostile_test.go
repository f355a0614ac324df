package images_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"image"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fwrun/fwrun/platform/images"
)

// reason returns the reason of an error, or its text if the image is not the cause.
func reason(err error) images.Reason {
	if e, ok := errors.AsType[*images.Error](err); ok {
		return e.Reason
	}
	if err != nil {
		return images.Reason(err.Error())
	}
	return ""
}

func try(limits images.Limits, file []byte, variants ...images.Variant) error {
	_, err := images.New(limits).Resize(context.Background(), bytes.NewReader(file), int64(len(file)), images.Job{Variants: variants})
	return err
}

// patched returns a copy with other bytes at a place.
func patched(file []byte, at int, with string) []byte {
	file = bytes.Clone(file)
	copy(file[at:], with)
	return file
}

func riff(chunks string) []byte {
	return []byte("RIFF" + string(binary.LittleEndian.AppendUint32(nil, uint32(len(chunks)+4))) + "WEBP" + chunks)
}

func riffChunk(name, data string) string {
	return name + string(binary.LittleEndian.AppendUint32(nil, uint32(len(data)))) + data
}

// jpegFrame is the start of a JPEG of that size.
func jpegFrame(kind byte, width, height uint16) []byte {
	frame := binary.BigEndian.AppendUint16(binary.BigEndian.AppendUint16([]byte{8}, height), width)
	return append(append([]byte{0xff, 0xd8, 0xff, kind, 0, 17}, frame...), 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0)
}

const scanStart = "\xff\xda\x00\x0c\x03\x01\x00\x02\x00\x03\x00\x00\x3f\x00"

func TestHostileFiles(t *testing.T) {
	jpeg, png := asJPEG(t, photo(200, 100), 80), asPNG(t, photo(200, 100))
	lossy, lossless, progressive := testFile(t, "lossy.webp"), testFile(t, "lossless.webp"), testFile(t, "progressive.jpg")
	gif := asGIF(t, photo(50, 50))
	huge := "\xff\xff\xff"
	for name, c := range map[string]struct {
		file []byte
		want images.Reason
	}{
		"nothing":                  {nil, images.Unsupported},
		"SVG":                      {[]byte(`<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>`), images.Unsupported},
		"HTML named .png":          {[]byte("<!doctype html><script>"), images.Unsupported},
		"ZIP":                      {[]byte("PK\x03\x04" + strings.Repeat("x", 100)), images.Unsupported},
		"an archive before a JPEG": {append([]byte("PK\x03\x04"), jpeg...), images.Unsupported},
		"BMP":                      {[]byte("BM" + strings.Repeat("\x01", 100)), images.Unsupported},
		"animated WebP":            {testFile(t, "animated.webp"), images.Unsupported},
		"JPEG, lossless":           {append(jpegFrame(0xc3, 10, 10), scanStart...), images.Unsupported},
		"JPEG, two components": {
			append([]byte("\xff\xd8\xff\xc0\x00\x0e\x08\x00\x0a\x00\x0a\x02\x01\x11\x00\x02\x11\x00"), scanStart...),
			images.Unsupported,
		},
		"JPEG, 12 bits":                       {append(patched(jpegFrame(0xc1, 10, 10), 6, "\x0c"), scanStart...), images.Unsupported},
		"JPEG, 65535 × 65535":                 {append(jpegFrame(0xc0, 65535, 65535), scanStart...), images.TooLarge},
		"JPEG, 5000 × 5000, four passes more": {append(jpegFrame(0xc2, 5000, 5000), scanStart...), images.TooLarge},
		"PNG, 2147483647 × 2147483647":        {pngFile(1<<31-1, 1<<31-1, 8, 6, 0, "", ""), images.TooLarge},
		"PNG, 4294967295 × 1":                 {pngFile(1<<32-1, 1, 8, 6, 0, "", ""), images.Broken},
		"PNG, 50000 × 50000":                  {pngFile(50_000, 50_000, 1, 0, 0, "", strings.Repeat("\x00", 1<<20)), images.TooLarge},
		"PNG, 16 bits, interlaced":            {pngFile(5000, 5000, 16, 6, 1, "", ""), images.TooLarge},
		"GIF, 65535 × 65535":                  {patched(gif, 6, "\xff\xff\xff\xff"), images.TooLarge},
		"WebP, 16384 × 16384":                 {patched(lossless, 21, "\xff\xff\xff\x0f"), images.TooLarge},
		"WebP, a canvas of 2^24":              {riff(riffChunk("VP8X", "\x00\x00\x00\x00"+huge+huge)), images.Broken},
		"WebP, a small canvas, a large image": {riff(riffChunk("VP8X", "\x00\x00\x00\x00\x01\x00\x00\x01\x00\x00") + string(lossy[12:])), images.Broken},
		"WebP, a long chunk":                  {patched(lossy, 16, "\xff\xff\xff\x00"), images.Broken},
		"JPEG, no size":                       {append(jpegFrame(0xc0, 0, 0), scanStart...), images.Broken},
		"PNG, no size":                        {pngFile(0, 10, 8, 0, 0, "", ""), images.Broken},
		"GIF, no size":                        {patched(gif, 6, "\x00\x00\x00\x00"), images.Broken},
		"JPEG, half":                          {jpeg[:len(jpeg)/2], images.Broken},
		"progressive JPEG, half":              {progressive[:len(progressive)/2], images.Broken},
		"PNG, half":                           {png[:len(png)/2], images.Broken},
		"GIF, half":                           {gif[:len(gif)/2], images.Broken},
		"WebP, half":                          {lossy[:len(lossy)/2], images.Broken},
		"JPEG, the start only":                {[]byte("\xff\xd8\xff"), images.Broken},
		"JPEG, no frame":                      {[]byte("\xff\xd8" + scanStart), images.Broken},
		"JPEG, two frames":                    {append(jpegFrame(0xc0, 10, 10), jpegFrame(0xc0, 10, 10)[2:]...), images.Broken},
		"JPEG, a segment of no length":        {[]byte("\xff\xd8\xff\xe0\x00\x00" + strings.Repeat("\x00", 100)), images.Broken},
		"JPEG, segments without end":          {[]byte("\xff\xd8" + strings.Repeat("\xff\xfe\x00\x02", 20_000)), images.Broken},
		"JPEG, markers without end":           {[]byte("\xff\xd8" + strings.Repeat("\xff", 100_000)), images.Broken},
		"JPEG, no Huffman table":              {append(jpegFrame(0xc0, 100, 100), scanStart+strings.Repeat("\x55", 1000)...), images.Broken},
		"JPEG, scans without end":             {scans(progressive, 5000), images.TooLarge},
		"PNG, wrong sum":                      {patched(png, 29, "\x01\x02\x03\x04"), images.Broken},
		"PNG, a long chunk":                   {patched(png, 33, "\x7f\xff\xff\xff"), images.Broken},
		"PNG, chunks without end":             {pngFile(10, 10, 8, 0, 0, strings.Repeat(chunk("tEXt", ""), 20_000), ""), images.Broken},
		"PNG, little data":                    {pngFile(1000, 1000, 8, 2, 0, "", "\x00"), images.Broken},
		"GIF, no frame":                       {[]byte("GIF89a\x0a\x00\x0a\x00\x00\x00\x00\x3b"), images.Broken},
		"WebP, no image":                      {riff(riffChunk("JUNK", "")), images.Broken},
	} {
		if err := try(images.Limits{}, c.file, images.Variant{Width: 20}); reason(err) != c.want {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}

// scans returns a progressive JPEG whose last scan comes again and again.
func scans(file []byte, n int) []byte {
	last := bytes.LastIndex(file, []byte{0xff, 0xda})
	end := len(file) - 2
	return append(bytes.Clone(file[:last]), append(bytes.Repeat(file[last:end], n), file[end:]...)...)
}

func TestOddFilesThatAreImages(t *testing.T) {
	jpeg := asJPEG(t, photo(200, 100), 80)
	bomb := pngFile(200, 100, 8, 0, 0, chunk("zTXt", "a\x00\x00"+strings.Repeat("\x78\x9c", 50_000))+chunk("iCCP", "junk"),
		strings.Repeat("\x00", 100*201))
	for name, file := range map[string][]byte{
		"JPEG, then an archive":        append(bytes.Clone(jpeg), "PK\x03\x04"...),
		"JPEG, junk for a profile":     withSegment(jpeg, 0xe2, "ICC_PROFILE\x00\xff\xff"),
		"JPEG, EXIF that is cut off":   withSegment(jpeg, 0xe1, "Exif\x00\x00II*\x00\xff\xff\xff\xff"),
		"JPEG, EXIF that points back":  withSegment(jpeg, 0xe1, "Exif\x00\x00II*\x00\x00\x00\x00\x00\x12\x01"),
		"JPEG, EXIF without end":       withSegment(jpeg, 0xe1, "Exif\x00\x00II*\x00\x08\x00\x00\x00\xff\xff"+strings.Repeat("x", 1000)),
		"JPEG, orientation 9":          withSegment(jpeg, 0xe1, "Exif\x00\x00"+exif(binary.BigEndian, 9)),
		"PNG, text that is compressed": bomb,
	} {
		p := resize(t, file, images.Variant{Width: 20})
		if p.Width != 20 || p.Height != 10 {
			t.Errorf("%s: %d × %d", name, p.Width, p.Height)
		}
	}
	for _, size := range [][2]int{{1, 20_000}, {20_000, 1}, {1, 1}, {3, 7}} {
		for _, v := range []images.Variant{
			{Width: 5, Height: 5},
			{Width: 5, Height: 5, Fit: images.Fill},
			{Width: 5, Height: 5, Fit: images.Cover, Enlarge: true},
		} {
			resize(t, asPNG(t, image.NewNRGBA(image.Rect(0, 0, size[0], size[1]))), v)
			resize(t, asJPEG(t, photo(size[0], size[1]), 80), v)
		}
	}
}

func TestLimits(t *testing.T) {
	file := asPNG(t, image.NewGray(image.Rect(0, 0, 400, 200)))
	for name, c := range map[string]struct {
		limits images.Limits
		v      images.Variant
		want   images.Reason
	}{
		"pixels":          {images.Limits{MaxPixels: 80_000}, images.Variant{Width: 10}, ""},
		"too many pixels": {images.Limits{MaxPixels: 79_999}, images.Variant{Width: 10}, images.TooLarge},
		"memory":          {images.Limits{Memory: 2 << 20}, images.Variant{Width: 10}, images.TooLarge},
		"a large result":  {images.Limits{MaxPixels: 90_000}, images.Variant{Width: 500, Enlarge: true}, images.TooLarge},
		"a long result":   {images.Limits{}, images.Variant{Width: 70_000, Height: 1, Fit: images.Fill, Enlarge: true}, images.TooLarge},
	} {
		if got := reason(try(c.limits, file, c.v)); got != c.want {
			t.Errorf("%s: %q", name, got)
		}
	}
	_, err := images.New(images.Limits{}).Resize(context.Background(), bytes.NewReader(file), int64(len(file)), images.Job{MaxPixels: 79_999})
	if reason(err) != images.TooLarge {
		t.Error("pixels of a job:", err)
	}
}

// hook is a file that calls a function before each read after the first.
type hook struct {
	*bytes.Reader
	do func() error
}

func (h hook) ReadAt(p []byte, at int64) (int, error) {
	if at >= 64<<10 {
		if err := h.do(); err != nil {
			return 0, err
		}
	}
	return h.Reader.ReadAt(p, at)
}

// hooked returns an image of more than one read.
func hooked(t testing.TB, do func() error) hook {
	t.Helper()
	return hook{bytes.NewReader(asJPEG(t, photo(600, 400), 95)), do}
}

func TestWorkEnds(t *testing.T) {
	p, variants := images.New(images.Limits{Timeout: time.Minute}), images.Job{Variants: []images.Variant{{Width: 10}}}
	gone := errors.New("the caller has gone")
	ctx, cancel := context.WithCancelCause(context.Background())
	file := hooked(t, func() error { cancel(gone); return nil })
	if _, err := p.Resize(ctx, file, file.Size(), variants); !errors.Is(err, gone) {
		t.Error("cancelled:", err)
	}
	file = hooked(t, func() error { panic("odd") })
	if _, err := p.Resize(context.Background(), file, file.Size(), variants); reason(err) != images.Broken {
		t.Error("panic:", err)
	}
	disk := errors.New("the disk is gone")
	file = hooked(t, func() error { return disk })
	if _, err := p.Resize(context.Background(), file, file.Size(), variants); !errors.Is(err, disk) || reason(err) == images.Broken {
		t.Error("disk:", err)
	}
	synctest.Test(t, func(t *testing.T) {
		file := hooked(t, func() error { <-time.After(2 * time.Minute); return nil })
		if _, err := p.Resize(t.Context(), file, file.Size(), variants); reason(err) != images.TimedOut {
			t.Error("late:", err)
		}
	})
	if got := try(images.Limits{}, asPNG(t, image.NewGray(image.Rect(0, 0, 5, 5)))); got != nil {
		t.Error("no variants:", got)
	}
}

// TestShares: no more images are worked on at a time than there are shares, however many wait.
func TestShares(t *testing.T) {
	for _, c := range []struct {
		limits images.Limits
		most   int32
	}{
		{images.Limits{Concurrency: 3}, 3},
		{images.Limits{Concurrency: 3, Memory: 4 << 20}, 1}, // each takes more than a third
	} {
		p := images.New(c.limits)
		var now, most atomic.Int32
		synctest.Test(t, func(t *testing.T) {
			var all sync.WaitGroup
			content, err := io.ReadAll(hooked(t, nil).Reader)
			if err != nil {
				t.Fatal(err)
			}
			for range 12 {
				inside := false
				file := hook{bytes.NewReader(content), func() error {
					if !inside {
						inside = true
						n := now.Add(1)
						for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
						}
						<-time.After(time.Second)
						now.Add(-1)
					}
					return nil
				}}
				all.Go(func() {
					if _, err := p.Resize(t.Context(), file, file.Size(), images.Job{Variants: []images.Variant{{Width: 10}}}); err != nil {
						t.Error(err)
					}
				})
			}
			all.Wait()
		})
		if most.Load() != c.most {
			t.Errorf("%d at a time, want %d", most.Load(), c.most)
		}
	}
	// Who stops waiting does not get a share.
	p := images.New(images.Limits{Concurrency: 1})
	waiting, cancel := context.WithCancelCause(context.Background())
	gone := errors.New("the caller has gone")
	file := hooked(t, func() error {
		go cancel(gone)
		other := hooked(t, func() error { t.Error("it is read"); return nil })
		if _, err := p.Resize(waiting, other, other.Size(), images.Job{}); !errors.Is(err, gone) {
			t.Error(err)
		}
		return nil
	})
	if _, err := p.Resize(context.Background(), file, file.Size(), images.Job{}); err != nil {
		t.Error(err)
	}
}

func TestMessagesSayNothingOfTheFile(t *testing.T) {
	for _, file := range []string{"secret", "GIF89asecret", "\xff\xd8\xff\xe0secret"} {
		e, ok := errors.AsType[*images.Error](try(images.Limits{}, []byte(file)))
		if !ok || strings.Contains(e.Public(), "secret") || e.Public() == "" {
			t.Errorf("%q: %v", file, e)
		}
	}
}
