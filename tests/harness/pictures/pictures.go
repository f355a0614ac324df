package pictures

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/jpeg"
	"image/png"
	"io"
	"math/rand/v2"
	"testing"
)

// Hostile are files that say more than they are, or cost more than they should. The application answers each
// with one of the statuses.
func Hostile(t *testing.T) map[string]HostileImage {
	t.Helper()
	noise := image.NewNRGBA(image.Rect(0, 0, 600, 400))
	random := rand.New(rand.NewPCG(1, 2))
	for i := range noise.Pix {
		noise.Pix[i] = byte(random.Uint32())
	}
	var photo, picture bytes.Buffer
	if err := jpeg.Encode(&photo, noise, nil); err != nil {
		t.Fatal(err)
	}
	if err := png.Encode(&picture, noise); err != nil {
		t.Fatal(err)
	}
	large := func(kind byte, components string) []byte { // 25 megapixels, and nothing in them
		file := binary.BigEndian.AppendUint16([]byte{0xff, 0xd8, 0xff, kind}, uint16(8+len(components)))
		file = append(append(file, "\x08\x13\x88\x13\x88"...), byte(len(components)/3))
		last := byte(63)
		if kind == 0xc2 {
			last = 0 // the first scan of a progressive image has the first coefficient
		}
		file = append(append(file, components...), 0xff, 0xda, 0, 8, 1, 1, 0, 0, last, 0)
		return append(file, make([]byte, 10_000)...)
	}
	return map[string]HostileImage{
		"SVG":                    {[]byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`), 415},
		"half a JPEG":            {photo.Bytes()[:photo.Len()/2], 422},
		"half a PNG":             {picture.Bytes()[:picture.Len()/2], 422},
		"noise":                  {append([]byte("\xff\xd8\xff"), noise.Pix[:100_000]...), 422},
		"JPEG, 65535 × 65535":    {patchedAt(large(0xc0, "\x01\x11\x00"), 7, "\xff\xff\xff\xff"), 413},
		"JPEG, 25 MP, empty":     {large(0xc0, "\x01\x22\x00\x02\x11\x00\x03\x11\x00"), 422},
		"progressive, 25 MP":     {large(0xc2, "\x01\x22\x00\x02\x11\x00\x03\x11\x00"), 422},
		"progressive, 25 MP, 4×": {large(0xc2, "\x01\x11\x00\x02\x11\x00\x03\x11\x00\x04\x11\x00"), 413},
		"PNG, 25 MP of zeros":    {ZeroPNG(5000, 5000, 8, 6), 200},
		"PNG, 16 bits":           {ZeroPNG(5000, 4000, 16, 2), 200},
		"PNG, 50000 × 50000":     {ZeroPNG(50_000, 50_000, 1, 0), 413},
		"GIF, 65535 × 65535": {[]byte("GIF89a\xff\xff\xff\xff\x80\x00\x00\x00\x00\x00\xff\xff\xff," +
			"\x00\x00\x00\x00\xff\xff\xff\xff\x00\x08\x01\x00\x00;"), 413},
	}
}

// HostileImage is an image, and the status that answers it.
type HostileImage struct {
	File   []byte
	Status int // of the answer
}

func patchedAt(file []byte, at int, with string) []byte {
	copy(file[at:], with)
	return file
}

// ZeroPNG returns a PNG whose samples are all zero, which compresses to a thousandth.
func ZeroPNG(width, height uint32, depth, colour byte) []byte {
	file := []byte("\x89PNG\r\n\x1a\n")
	chunk := func(name string, data []byte) {
		file = append(binary.BigEndian.AppendUint32(file, uint32(len(data))), name...)
		file = append(file, data...)
		file = binary.BigEndian.AppendUint32(file, crc32.ChecksumIEEE(append([]byte(name), data...)))
	}
	chunk("IHDR", append(binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, width), height), depth, colour, 0, 0, 0))
	bits := map[byte]uint64{0: 1, 2: 3, 6: 4}[colour] * uint64(depth)
	rows := (1 + (uint64(width)*bits+7)/8) * uint64(height)
	chunk("IDAT", compressedZeros(int64(min(rows, 400<<20))))
	chunk("IEND", nil)
	return file
}

func compressedZeros(n int64) []byte {
	var packed bytes.Buffer
	w := zlib.NewWriter(&packed)
	_, _ = io.CopyN(w, zeros{}, n)
	_ = w.Close()
	return packed.Bytes()
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}
