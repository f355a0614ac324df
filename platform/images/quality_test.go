package images_test

import (
	"image"
	"image/color"
	"math"
	"testing"

	"golang.org/x/image/draw"

	"github.com/fwrun/fwrun/platform/images"
)

// zonePlate has circles that become finer towards the edge, down to the size of a pixel: whatever is too fine for the
// smaller image must become gray, and not other circles.
func zonePlate(n int) *image.Gray {
	m := image.NewGray(image.Rect(0, 0, n, n))
	for y := range n {
		for x := range n {
			dx, dy := float64(x-n/2), float64(y-n/2)
			m.Pix[y*n+x] = uint8(127.5 + 127.5*math.Cos(math.Pi*(dx*dx+dy*dy)/float64(n)))
		}
	}
	return m
}

func TestScalingDoesNotAlias(t *testing.T) {
	file := asPNG(t, zonePlate(512))
	for _, width := range []int{256, 150, 64, 32} {
		m := decoded(t, resize(t, file, images.Variant{Width: width}))
		// The circles at the distance r have the frequency r/512 of the original.
		most := 0.0
		for y := range width {
			for x := range width {
				dx, dy := float64(x)+0.5-float64(width)/2, float64(y)+0.5-float64(width)/2
				frequency := math.Hypot(dx, dy) / float64(width)
				if nyquist := float64(width) / 512 / 2; frequency > 2.1*nyquist && math.Max(math.Abs(dx), math.Abs(dy)) < 0.49*float64(width) {
					most = max(most, math.Abs(float64(color.GrayModel.Convert(m.At(x, y)).(color.Gray).Y)-127.5))
				}
			}
		}
		if most > 14 {
			t.Errorf("512 → %d: detail that is too fine remains, by %.0f of 127", width, most)
		}
	}
}

// TestScalingIsThatOfOthers compares with the cubic of golang.org/x/image, which computes with floating point numbers.
func TestScalingIsThatOfOthers(t *testing.T) {
	if testing.Short() {
		t.Skip("it computes on one goroutine, where nothing races")
	}
	source := image.NewNRGBA(image.Rect(0, 0, 320, 240))
	draw.Draw(source, source.Bounds(), photo(320, 240), image.Point{}, draw.Src)
	for y := range 240 {
		for x := range 100 {
			source.Pix[y*source.Stride+4*x+3] = uint8(2 * x)
		}
	}
	for _, c := range [][2]int{{160, 120}, {157, 111}, {32, 24}, {320, 240}, {450, 350}, {20, 200}} {
		want := image.NewNRGBA(image.Rect(0, 0, c[0], c[1]))
		draw.CatmullRom.Scale(want, want.Bounds(), source, source.Bounds(), draw.Src, nil)
		got := decoded(t, resize(t, asPNG(t, source), images.Variant{Width: c[0], Height: c[1], Fit: images.Fill, Enlarge: true}))
		// On a background, since the colour of what is transparent counts for nothing.
		a, b := image.NewRGBA(want.Bounds()), image.NewRGBA(want.Bounds())
		draw.Draw(a, a.Bounds(), image.White, image.Point{}, draw.Src)
		draw.Draw(b, b.Bounds(), image.White, image.Point{}, draw.Src)
		draw.Draw(a, a.Bounds(), want, image.Point{}, draw.Over)
		draw.Draw(b, b.Bounds(), got, image.Point{}, draw.Over)
		if db := psnr(a, b); db < 46 {
			t.Errorf("320 × 240 → %v: %.1f dB", c, db)
		}
	}
}

// TestChromaIsInPlace shrinks a JPEG, whose chroma has fewer samples, and compares with the same of all its pixels.
func TestChromaIsInPlace(t *testing.T) {
	for _, size := range [][2]int{{319, 239}, {320, 240}, {33, 17}} {
		photo := photo(size[0], size[1])
		file := asJPEG(t, photo, 95)
		whole := image.NewRGBA(photo.Bounds())
		draw.Draw(whole, whole.Bounds(), decoded(t, images.Picture{Format: "jpeg", Width: size[0], Height: size[1], Bytes: file}), image.Point{}, draw.Src)
		v := images.Variant{Width: size[0] / 3, Format: images.PNG}
		if db := psnr(decoded(t, resize(t, file, v)), decoded(t, resize(t, asPNG(t, whole), v))); db < 42 {
			t.Errorf("%v: %.1f dB", size, db)
		}
	}
}
