package images

import (
	"image"
	"image/color"
)

// raster is an image as scaling sees it: of one plane of gray, of three planes of Y, Cb and Cr, or of one plane with
// four channels, which are red, green, blue, each multiplied by alpha, and alpha.
type raster struct {
	width, height int
	planes        []plane
}

// plane has samples of one byte, row by row. Those of chroma may be fewer than the pixels.
type plane struct {
	width, height int
	channels      int
	// row returns a row. It may write it to the buffer, which is large enough, or return one that exists.
	row  func(y int, buffer []byte) []byte
	data []byte // all rows, without gaps; of the planes of results only
}

// inMemory returns a plane of these samples.
func inMemory(data []byte, width, height, channels int) plane {
	stride := width * channels
	return plane{width, height, channels, func(y int, _ []byte) []byte { return data[y*stride:][:stride] }, data}
}

// rasterOf returns the raster of a decoded image. The size is that of the whole image: a frame of a GIF may be smaller.
func rasterOf(m image.Image, width, height int) (raster, error) {
	r := raster{width: width, height: height}
	switch m := m.(type) {
	case *image.Gray:
		r.planes = []plane{samples(m.Pix, m.Stride, width, height)}
	case *image.YCbCr:
		chroma := chromaSize(m)
		r.planes = []plane{
			samples(m.Y, m.YStride, width, height),
			samples(m.Cb, m.CStride, chroma.X, chroma.Y), samples(m.Cr, m.CStride, chroma.X, chroma.Y),
		}
	default:
		convert := converter(m)
		if convert == nil {
			return r, unsupported("an image of the type %T", m)
		}
		r.planes = []plane{{width, height, 4, convert, nil}}
	}
	return r, nil
}

// samples returns a plane of one channel that is in memory.
func samples(pix []byte, stride, width, height int) plane {
	return plane{width, height, 1, func(y int, _ []byte) []byte { return pix[y*stride:][:width] }, nil}
}

// chromaSize returns how many samples of chroma an image has.
func chromaSize(m *image.YCbCr) image.Point {
	across, down := 1, 1
	switch m.SubsampleRatio {
	case image.YCbCrSubsampleRatio422:
		across = 2
	case image.YCbCrSubsampleRatio420:
		across, down = 2, 2
	case image.YCbCrSubsampleRatio440:
		down = 2
	case image.YCbCrSubsampleRatio411:
		across = 4
	case image.YCbCrSubsampleRatio410:
		across, down = 4, 2
	}
	return image.Pt((m.Rect.Dx()+across-1)/across, (m.Rect.Dy()+down-1)/down)
}

// converter returns a function that writes a row of the image as four channels, or nil for a type that no decoder has.
func converter(m image.Image) func(y int, row []byte) []byte {
	switch m := m.(type) {
	case *image.Paletted:
		return palettedRow(m)
	case *image.NRGBA:
		return func(y int, row []byte) []byte {
			pix := m.Pix[y*m.Stride:][:len(row)]
			for i := 0; i+3 < len(row); i += 4 {
				multiply(row[i:i+4:i+4], pix[i], pix[i+1], pix[i+2], pix[i+3])
			}
			return row
		}
	case *image.RGBA:
		return func(y int, row []byte) []byte { return m.Pix[y*m.Stride:][:len(row)] }
	case *image.CMYK:
		return func(y int, row []byte) []byte {
			pix := m.Pix[y*m.Stride:][:len(row)]
			for i := 0; i+3 < len(row); i += 4 {
				row[i], row[i+1], row[i+2] = color.CMYKToRGB(pix[i], pix[i+1], pix[i+2], pix[i+3])
				row[i+3] = 255
			}
			return row
		}
	case *image.NYCbCrA:
		return func(y int, row []byte) []byte {
			for x := 0; x < len(row)/4; x++ {
				at, chroma := m.YOffset(x, y), m.COffset(x, y)
				r, g, b := color.YCbCrToRGB(m.Y[at], m.Cb[chroma], m.Cr[chroma])
				multiply(row[4*x:4*x+4:4*x+4], r, g, b, m.A[m.AOffset(x, y)])
			}
			return row
		}
	case *image.Gray16, *image.NRGBA64, *image.RGBA64:
		return deepRow(m)
	}
	return nil
}

// deepRow returns the converter of an image with two bytes for each sample, of which the first is kept.
func deepRow(m image.Image) func(y int, row []byte) []byte {
	return func(y int, row []byte) []byte {
		n := len(row) / 4
		switch m := m.(type) {
		case *image.Gray16:
			pix := m.Pix[y*m.Stride:][:2*n]
			for x := range n {
				multiply(row[4*x:4*x+4:4*x+4], pix[2*x], pix[2*x], pix[2*x], 255)
			}
		case *image.NRGBA64:
			pix := m.Pix[y*m.Stride:][:8*n]
			for x := range n {
				multiply(row[4*x:4*x+4:4*x+4], pix[8*x], pix[8*x+2], pix[8*x+4], pix[8*x+6])
			}
		case *image.RGBA64:
			pix := m.Pix[y*m.Stride:][:8*n]
			for i := range row {
				row[i] = pix[2*i]
			}
		}
		return row
	}
}

// palettedRow returns the converter of an image with a palette. Outside of the frame it is transparent.
func palettedRow(m *image.Paletted) func(y int, row []byte) []byte {
	var palette [256][4]byte
	for i, c := range m.Palette {
		if i < len(palette) {
			r, g, b, a := c.RGBA()
			palette[i] = [4]byte{byte(r >> 8), byte(g >> 8), byte(b >> 8), byte(a >> 8)}
		}
	}
	return func(y int, row []byte) []byte {
		clear(row)
		if y < m.Rect.Min.Y || y >= m.Rect.Max.Y {
			return row
		}
		pix := m.Pix[(y-m.Rect.Min.Y)*m.Stride:][:m.Rect.Dx()]
		to := row[4*m.Rect.Min.X:]
		for i, index := range pix {
			copy(to[4*i:4*i+4], palette[index][:])
		}
		return row
	}
}

// multiply writes a pixel with its colours multiplied by its alpha.
func multiply(to []byte, r, g, b, a byte) {
	_ = to[3]
	if a == 255 {
		to[0], to[1], to[2], to[3] = r, g, b, a
		return
	}
	alpha := uint32(a)
	to[0], to[1], to[2], to[3] = byte((uint32(r)*alpha+127)/255), byte((uint32(g)*alpha+127)/255), byte((uint32(b)*alpha+127)/255), a
}
