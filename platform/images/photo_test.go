package images_test

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/fwrun/fwrun/platform/images"
)

// photo returns an image with the detail of a photograph: gradients, edges and noise. It is always the same.
func photo(width, height int) *image.YCbCr {
	random := rand.New(rand.NewPCG(1, 2))
	m := image.NewYCbCr(image.Rect(0, 0, width, height), image.YCbCrSubsampleRatio420)
	for y := range height {
		for x := range width {
			wave := math.Sin(float64(x)/37)*30 + math.Cos(float64(y)/23)*30
			noise := random.IntN(17) - 8
			edge := 0
			if (x/97+y/71)%3 == 0 {
				edge = 40
			}
			m.Y[y*m.YStride+x] = byte(min(max(100+int(wave)+noise+edge, 0), 255))
		}
	}
	for i := range m.Cb {
		m.Cb[i], m.Cr[i] = byte(118+i%m.CStride*20/m.CStride), byte(118+i/m.CStride*20/(len(m.Cb)/m.CStride))
	}
	return m
}

func asJPEG(t testing.TB, m image.Image, quality int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, &jpeg.Options{Quality: quality}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func asPNG(t testing.TB, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func decoded(t testing.TB, p images.Picture) image.Image {
	t.Helper()
	m, format, err := image.Decode(bytes.NewReader(p.Bytes))
	if err != nil || format != string(p.Format) || m.Bounds() != image.Rect(0, 0, p.Width, p.Height) {
		t.Fatalf("%s, %d × %d is %s, %v: %v", p.Format, p.Width, p.Height, format, m.Bounds(), err)
	}
	return m
}

// resize makes one variant.
func resize(t testing.TB, file []byte, v images.Variant) images.Picture {
	t.Helper()
	pictures, err := images.New(images.Limits{}).Resize(context.Background(), bytes.NewReader(file), int64(len(file)),
		images.Job{Variants: []images.Variant{v}})
	if err != nil {
		t.Fatal(err)
	}
	return pictures[0]
}

// psnr returns how much two images of one size are alike, in dB: above 40 no difference is seen.
func psnr(a, b image.Image) float64 {
	bounds, sum := a.Bounds(), 0.0
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			p, q := color.NRGBAModel.Convert(a.At(x, y)).(color.NRGBA), color.NRGBAModel.Convert(b.At(x, y)).(color.NRGBA)
			for _, d := range []int{int(p.R) - int(q.R), int(p.G) - int(q.G), int(p.B) - int(q.B)} {
				sum += float64(d * d)
			}
		}
	}
	if sum == 0 {
		return math.Inf(1)
	}
	return 10 * math.Log10(255*255/(sum/float64(3*bounds.Dx()*bounds.Dy())))
}

func BenchmarkResize(b *testing.B) {
	file := asJPEG(b, photo(4000, 3000), 80)
	b.Logf("%d bytes", len(file))
	b.ReportAllocs()
	for b.Loop() {
		_, err := images.New(images.Limits{}).Resize(context.Background(), bytes.NewReader(file), int64(len(file)),
			images.Job{Variants: []images.Variant{{Width: 1600}, {Width: 800}, {Width: 200}}})
		if err != nil {
			b.Fatal(err)
		}
	}
}
