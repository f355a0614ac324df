package images_test

import (
	"bytes"
	"compress/zlib"
	"context"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"os"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/platform/images"
)

// corners is an image with a colour in each corner: red, green, and below them blue and white.
func corners(m interface {
	image.Image
	Set(x, y int, c color.Color)
},
) image.Image {
	b := m.Bounds()
	for y := range b.Dy() {
		for x := range b.Dx() {
			m.Set(x, y, cornerColours[2*y/b.Dy()*2+2*x/b.Dx()])
		}
	}
	return m
}

var (
	cornerColours = []color.Color{
		color.NRGBA{220, 30, 30, 255},
		color.NRGBA{30, 200, 30, 255},
		color.NRGBA{30, 30, 220, 255},
		color.NRGBA{240, 240, 240, 255},
	}
	cornerBounds = image.Rect(0, 0, 96, 64)
)

// seen returns the colour of each corner: r, g, b, w, or - if it is transparent; others as they are.
func seen(m image.Image) string {
	b, text := m.Bounds(), ""
	for i := range 4 {
		c := color.NRGBAModel.Convert(m.At(b.Dx()/4+i%2*b.Dx()/2, b.Dy()/4+i/2*b.Dy()/2)).(color.NRGBA)
		bright := func(v uint8) int { return int(v) / 128 }
		switch {
		case c.A == 0:
			text += "-"
		default:
			text += string("_bg?r??w"[bright(c.R)<<2|bright(c.G)<<1|bright(c.B)])
		}
	}
	return text
}

func testFile(t testing.TB, name string) []byte {
	t.Helper()
	file, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func chunk(name, data string) string {
	sum := crc32.ChecksumIEEE([]byte(name + data))
	return string(binary.BigEndian.AppendUint32(nil, uint32(len(data)))) + name + data + string(binary.BigEndian.AppendUint32(nil, sum))
}

// pngFile returns a PNG with that header and data, which is compressed.
func pngFile(width, height uint32, depth, colour, interlaced byte, before, data string) []byte {
	head := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, width), height)
	head = append(head, depth, colour, 0, 0, interlaced)
	var packed bytes.Buffer
	w := zlib.NewWriter(&packed)
	_, _ = w.Write([]byte(data))
	_ = w.Close()
	return []byte("\x89PNG\r\n\x1a\n" + chunk("IHDR", string(head)) + before + chunk("IDAT", packed.String()) + chunk("IEND", ""))
}

// interlacedPNG returns the corners as an interlaced PNG.
func interlacedPNG() []byte {
	data := ""
	for _, pass := range [][4]int{{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4}, {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}} {
		for y := pass[1]; y < 64; y += pass[3] {
			data += "\x00"
			for x := pass[0]; x < 96; x += pass[2] {
				c := cornerColours[2*y/64*2+2*x/96].(color.NRGBA)
				data += string([]byte{c.R, c.G, c.B})
			}
		}
	}
	return pngFile(96, 64, 8, 2, 1, "", data)
}

func asGIF(t testing.TB, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := gif.Encode(&b, m, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// smallFrame returns a GIF whose first frame covers the right half of the screen only.
func smallFrame(t testing.TB) []byte {
	t.Helper()
	palette := color.Palette{color.Transparent, cornerColours[1], cornerColours[3]}
	frame := image.NewPaletted(image.Rect(48, 0, 96, 64), palette)
	for i := range frame.Pix {
		frame.Pix[i] = byte(1 + 2*i/len(frame.Pix))
	}
	var b bytes.Buffer
	err := gif.EncodeAll(&b, &gif.GIF{
		Image: []*image.Paletted{frame}, Delay: []int{0},
		Config: image.Config{ColorModel: palette, Width: 96, Height: 64},
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestFormats(t *testing.T) {
	palette := append(color.Palette{color.NRGBA{}}, cornerColours...)
	clear := corners(image.NewNRGBA(cornerBounds)).(*image.NRGBA)
	for y := range 32 {
		for x := range 48 {
			clear.SetNRGBA(x, y, color.NRGBA{R: 255, A: 0})
		}
	}
	for name, c := range map[string]struct {
		file   []byte
		format images.Format
		seen   string
		made   images.Format // without a format
	}{
		"progressive.jpg":     {testFile(t, "progressive.jpg"), "jpeg", "rgbw", "jpeg"},
		"422.jpg":             {testFile(t, "422.jpg"), "jpeg", "rgbw", "jpeg"},
		"cmyk.jpg":            {testFile(t, "cmyk.jpg"), "jpeg", "rgbw", "jpeg"},
		"JPEG":                {asJPEG(t, corners(image.NewRGBA(cornerBounds)), 90), "jpeg", "rgbw", "jpeg"},
		"gray JPEG":           {asJPEG(t, corners(image.NewGray(cornerBounds)), 90), "jpeg", "_w_w", "jpeg"},
		"lossy.webp":          {testFile(t, "lossy.webp"), "webp", "rgbw", "jpeg"},
		"lossless.webp":       {testFile(t, "lossless.webp"), "webp", "rgbw", "jpeg"},
		"lossy-alpha.webp":    {testFile(t, "lossy-alpha.webp"), "webp", "rgb-", "png"},
		"lossless-alpha.webp": {testFile(t, "lossless-alpha.webp"), "webp", "rgb-", "png"},
		"animated.gif":        {testFile(t, "animated.gif"), "gif", "rgbw", "png"},
		"GIF":                 {asGIF(t, corners(image.NewRGBA(cornerBounds))), "gif", "rgbw", "png"},
		"GIF, small frame":    {smallFrame(t), "gif", "-g-w", "png"},
		"PNG":                 {asPNG(t, corners(image.NewRGBA(cornerBounds))), "png", "rgbw", "png"},
		"PNG, interlaced":     {interlacedPNG(), "png", "rgbw", "png"},
		"PNG, alpha":          {asPNG(t, clear), "png", "-gbw", "png"},
		"PNG, palette":        {asPNG(t, corners(image.NewPaletted(cornerBounds, palette))), "png", "rgbw", "png"},
		"PNG, 16 bits":        {asPNG(t, corners(image.NewNRGBA64(cornerBounds))), "png", "rgbw", "png"},
		"PNG, 16 bits, RGB":   {asPNG(t, corners(image.NewRGBA64(cornerBounds))), "png", "rgbw", "png"},
		"PNG, gray":           {asPNG(t, corners(image.NewGray(cornerBounds))), "png", "_w_w", "png"},
		"PNG, gray, 16 bits":  {asPNG(t, corners(image.NewGray16(cornerBounds))), "png", "_w_w", "png"},
		"PNG, gray, 1 bit": {
			pngFile(96, 64, 1, 0, 0, "", strings.Repeat("\x00\x00\x00\x00\x00\x00\x00\xff\xff\xff\xff\xff\xff", 64)),
			"png", "_w_w", "png",
		},
		"PNG, gray, tRNS": {pngFile(96, 64, 8, 0, 0, chunk("tRNS", "\x00\x07"), strings.Repeat("\x00"+strings.Repeat("\x07", 48)+strings.Repeat("\xff", 48),
			64)), "png", "-w-w", "png"},
	} {
		info, err := images.Probe(bytes.NewReader(c.file), int64(len(c.file)))
		if want := (images.Info{Format: c.format, Width: 96, Height: 64, Orientation: 1}); err != nil || info != want {
			t.Errorf("%s: %+v, %v", name, info, err)
			continue
		}
		if got := seen(decoded(t, resize(t, c.file, images.Variant{Width: 48, Format: images.PNG}))); got != c.seen {
			t.Errorf("%s as PNG: %s, want %s", name, got, c.seen)
		}
		if got := seen(decoded(t, resize(t, c.file, images.Variant{Width: 48, Format: images.JPEG}))); got != strings.ReplaceAll(c.seen, "-", "w") {
			t.Errorf("%s as JPEG: %s, want %s", name, got, c.seen)
		}
		if p := resize(t, c.file, images.Variant{Height: 16}); p.Format != c.made || p.Width != 24 || p.Height != 16 {
			t.Errorf("%s becomes %s, %d × %d", name, p.Format, p.Width, p.Height)
		}
	}
}

// exif returns EXIF data with an orientation behind other entries.
func exif(order binary.AppendByteOrder, orientation uint16) string {
	b := []byte("II*\x00")
	if order.String() == "BigEndian" {
		b = []byte("MM\x00*")
	}
	b = order.AppendUint16(order.AppendUint32(b, 8), 2)
	b = append(b, order.AppendUint32(order.AppendUint32(order.AppendUint16(order.AppendUint16(nil, 0x010f), 2), 40), 1<<30)...)
	b = append(b, order.AppendUint16(order.AppendUint32(order.AppendUint16(order.AppendUint16(nil, 0x0112), 3), 1), orientation)...)
	return string(append(b, 0, 0, 0, 0, 0, 0))
}

// withSegment inserts a segment at the start of a JPEG.
func withSegment(file []byte, marker byte, data string) []byte {
	segment := append([]byte{0xff, marker}, binary.BigEndian.AppendUint16(nil, uint16(len(data)+2))...)
	return append(append(bytes.Clone(file[:2]), append(segment, data...)...), file[2:]...)
}

func TestOrientation(t *testing.T) {
	plain := asJPEG(t, corners(image.NewRGBA(cornerBounds)), 90)
	for i, want := range []string{"rgbw", "grwb", "wbgr", "bwrg", "rbgw", "brwg", "wgbr", "gwrb"} {
		for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
			file := withSegment(plain, 0xe1, "Exif\x00\x00"+exif(order, uint16(i+1)))
			info, err := images.Probe(bytes.NewReader(file), int64(len(file)))
			if err != nil || info.Orientation != i+1 || (info.Width == 96) != (i < 4) || info.Width+info.Height != 160 {
				t.Errorf("orientation %d: %+v, %v", i+1, info, err)
			}
			p := resize(t, file, images.Variant{Width: 48})
			if got := seen(decoded(t, p)); got != want || p.Width != 48 || (p.Height == 32) != (i < 4) {
				t.Errorf("orientation %d: %s, %d × %d; want %s", i+1, got, p.Width, p.Height, want)
			}
		}
	}
	for _, name := range []string{"turned.jpg", "turned.png", "turned.webp"} {
		p := resize(t, testFile(t, name), images.Variant{Width: 20, Height: 20, Fit: images.Fill})
		if got := seen(decoded(t, p)); got != "brwg" || p.Width != 20 || p.Height != 20 {
			t.Errorf("%s: %s, %d × %d", name, got, p.Width, p.Height)
		}
	}
}

// TestNothingElse: a result has pixels and nothing else of the file.
func TestNothingElse(t *testing.T) {
	file := withSegment(asJPEG(t, corners(image.NewRGBA(cornerBounds)), 90), 0xe1, "Exif\x00\x00"+exif(binary.BigEndian, 1)+"secret place")
	file = withSegment(file, 0xfe, "secret comment")
	file = append(withSegment(file, 0xe2, "ICC_PROFILE\x00\x01\x01secret junk"), "PK\x03\x04secret archive<script>"...)
	for _, format := range []images.Format{images.JPEG, images.PNG} {
		p := resize(t, file, images.Variant{Format: format})
		if p.Width != 96 || bytes.Contains(p.Bytes, []byte("secret")) || bytes.Contains(p.Bytes, []byte("Exif")) ||
			bytes.Contains(p.Bytes, []byte("script")) {
			t.Errorf("%s has %q", format, p.Bytes[:60])
		}
	}
}

func TestFit(t *testing.T) {
	file := asPNG(t, image.NewGray(image.Rect(0, 0, 400, 200)))
	for _, c := range []struct {
		v    images.Variant
		w, h int
	}{
		{images.Variant{}, 400, 200},
		{images.Variant{Width: 100}, 100, 50},
		{images.Variant{Height: 100}, 200, 100},
		{images.Variant{Width: 100, Height: 100}, 100, 50},
		{images.Variant{Width: 1000, Height: 100}, 200, 100},
		{images.Variant{Width: 1000}, 400, 200},
		{images.Variant{Width: 1000, Enlarge: true}, 1000, 500},
		{images.Variant{Width: 1}, 1, 1},
		{images.Variant{Width: 100, Height: 100, Fit: images.Cover}, 100, 100},
		{images.Variant{Width: 300, Height: 300, Fit: images.Cover}, 200, 200},
		{images.Variant{Width: 300, Height: 300, Fit: images.Cover, Enlarge: true}, 300, 300},
		{images.Variant{Width: 100, Height: 100, Fit: images.Fill}, 100, 100},
		{images.Variant{Width: 800, Height: 100, Fit: images.Fill}, 400, 50},
		{images.Variant{Width: 800, Height: 100, Fit: images.Fill, Enlarge: true}, 800, 100},
	} {
		if p := resize(t, file, c.v); p.Width != c.w || p.Height != c.h || decoded(t, p).Bounds().Dx() != c.w {
			t.Errorf("%+v: %d × %d, want %d × %d", c.v, p.Width, p.Height, c.w, c.h)
		}
	}
	// Cover cuts off the same on both sides.
	sides := image.NewGray(image.Rect(0, 0, 400, 200))
	for i := range sides.Pix {
		if x := i % 400; x >= 100 && x < 300 {
			sides.Pix[i] = 255
		}
	}
	m := decoded(t, resize(t, asPNG(t, sides), images.Variant{Width: 50, Height: 50, Fit: images.Cover}))
	for _, x := range []int{1, 25, 48} {
		if r, _, _, _ := m.At(x, 25).RGBA(); r>>8 < 250 {
			t.Errorf("at %d: %d", x, r>>8)
		}
	}
}

func TestVariantsOfOneImage(t *testing.T) {
	file := asJPEG(t, photo(400, 300), 90)
	variants := []images.Variant{
		{Width: 25},
		{Width: 200, Quality: 100},
		{Width: 50, Height: 50, Fit: images.Cover},
		{Width: 100, Quality: 10},
		{Format: images.PNG},
	}
	pictures, err := images.New(images.Limits{}).Resize(context.Background(), bytes.NewReader(file), int64(len(file)), images.Job{Variants: variants})
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range variants {
		alone := decoded(t, resize(t, file, v))
		if got := psnr(decoded(t, pictures[i]), alone); got < 33 {
			t.Errorf("variant %d is not like the one that is made alone: %.1f dB", i, got)
		}
	}
	if len(pictures[3].Bytes) > len(resize(t, file, images.Variant{Width: 100}).Bytes) {
		t.Error("the quality changes nothing")
	}
}
