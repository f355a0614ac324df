package images

import (
	"bytes"
	"cmp"
	"context"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"slices"
)

// Picture is an encoded image.
type Picture struct {
	Format        Format
	Width, Height int
	Bytes         []byte
}

// plan is a variant, with its size computed.
type plan struct {
	Variant
	index         int  // in the job
	part          rect // of the image as it is stored
	width, height int  // likewise
}

// planned returns the variants, the largest first.
func planned(h header, variants []Variant) []plan {
	plans := make([]plan, len(variants))
	for i, v := range variants {
		p := plan{Variant: v.turn(h.turned()), index: i}
		p.part, p.width, p.height = p.fit(h.width, h.height)
		if p.Format == "" {
			p.Format = JPEG
			if h.alpha || h.format == PNG || h.format == GIF {
				p.Format = PNG
			}
		}
		plans[i] = p
	}
	slices.SortStableFunc(plans, func(a, b plan) int { return cmp.Compare(b.width*b.height, a.width*a.height) })
	return plans
}

// made is a variant that smaller ones may be made of.
type made struct {
	plan
	result raster
}

// render makes the variants of a decoded image. A variant is made of a larger one that has at least twice its pixels
// across and down and shows all of it: that costs a fraction, and no eye sees a difference.
func render(ctx context.Context, h header, original raster, plans []plan) ([]Picture, error) {
	pictures := make([]Picture, len(plans))
	var larger []made
	for i, p := range plans {
		source, part := original, p.part
		for _, m := range larger {
			if inner, ok := m.within(p); ok {
				source, part = m.result, inner
			}
		}
		scaled, err := source.scaled(ctx, part, p.width, p.height)
		if err != nil {
			return nil, err
		}
		if i < len(plans)-1 {
			larger = append(larger, made{p, scaled})
		}
		if pictures[p.index], err = encode(ctx, scaled.oriented(h.orientation), p); err != nil {
			return nil, err
		}
	}
	return pictures, nil
}

// within returns the part of m that a smaller variant shows; ok is false if it must not be made of m.
func (m made) within(p plan) (part rect, ok bool) {
	const atLeast, rounding = 2, 1e-6
	across, down := float64(m.width)/m.part.width, float64(m.height)/m.part.height
	part = rect{(p.part.x - m.part.x) * across, (p.part.y - m.part.y) * down, p.part.width * across, p.part.height * down}
	inside := part.x > -rounding && part.y > -rounding &&
		part.x+part.width < float64(m.width)+rounding && part.y+part.height < float64(m.height)+rounding
	return part, inside && part.width >= atLeast*float64(p.width) && part.height >= atLeast*float64(p.height)
}

// encode writes an image that is in memory.
func encode(ctx context.Context, r raster, p plan) (Picture, error) {
	out := &output{ctx: ctx}
	var err error
	if p.Format == PNG {
		err = png.Encode(out, r.forPNG())
	} else {
		err = jpeg.Encode(out, r.forJPEG(), &jpeg.Options{Quality: cmp.Or(p.Quality, DefaultQuality)})
	}
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return Picture{Format: p.Format, Width: r.width, Height: r.height, Bytes: out.Bytes()}, err
}

// output fails when the context ends.
type output struct {
	bytes.Buffer
	ctx context.Context
}

// Write implements io.Writer.
func (o *output) Write(p []byte) (int, error) {
	if o.ctx.Err() != nil {
		return 0, context.Cause(o.ctx)
	}
	return o.Buffer.Write(p)
}

// forJPEG returns the image as the encoder takes it. What is transparent becomes white.
func (r raster) forJPEG() image.Image {
	bounds := image.Rect(0, 0, r.width, r.height)
	first := r.planes[0].data
	switch {
	case len(r.planes) == 3:
		return &image.YCbCr{
			Y: first, Cb: r.planes[1].data, Cr: r.planes[2].data,
			YStride: r.width, CStride: r.width, SubsampleRatio: image.YCbCrSubsampleRatio444, Rect: bounds,
		}
	case r.planes[0].channels == 1:
		return &image.Gray{Pix: first, Stride: r.width, Rect: bounds}
	}
	first = bytes.Clone(first) // smaller variants may be made of it
	for i := 0; i+3 < len(first); i += 4 {
		pixel := first[i : i+4 : i+4]
		for c := range 3 {
			pixel[c] = byte(min(int(pixel[c])+255-int(pixel[3]), 255))
		}
		pixel[3] = 255
	}
	return &image.RGBA{Pix: first, Stride: 4 * r.width, Rect: bounds}
}

// forPNG returns the image as the encoder takes it.
func (r raster) forPNG() image.Image {
	bounds := image.Rect(0, 0, r.width, r.height)
	if len(r.planes) == 1 && r.planes[0].channels == 1 {
		return &image.Gray{Pix: r.planes[0].data, Stride: r.width, Rect: bounds}
	}
	m := image.NewNRGBA(bounds)
	for y := range r.height {
		row := m.Pix[y*m.Stride:][:m.Stride]
		first := r.planes[0].row(y, nil)
		if len(r.planes) == 3 {
			cb, cr := r.planes[1].row(y, nil), r.planes[2].row(y, nil)
			for x := range r.width {
				row[4*x], row[4*x+1], row[4*x+2] = color.YCbCrToRGB(first[x], cb[x], cr[x])
				row[4*x+3] = 255
			}
			continue
		}
		for i := 0; i+3 < len(row); i += 4 {
			divide(row[i:i+4:i+4], first[i:i+4:i+4])
		}
	}
	return m
}

// divide undoes multiply. Sharpening can make a colour larger than its alpha.
func divide(to, from []byte) {
	a := int(from[3])
	if a == 0 {
		return
	}
	for c := range 3 {
		to[c] = byte(min((int(from[c])*255+a/2)/a, 255))
	}
	to[3] = from[3]
}

// oriented returns an image in memory turned the right way up. The orientation is one of EXIF: 1 leaves it as it is, 2 to 4
// are mirrored or turned around, 5 to 8 lie on a side.
func (r raster) oriented(orientation int) raster {
	if orientation < 2 || orientation > 8 {
		return r
	}
	result := raster{width: r.width, height: r.height}
	if orientation >= 5 {
		result.width, result.height = r.height, r.width
	}
	for _, p := range r.planes {
		result.planes = append(result.planes, p.oriented(orientation, result.width, result.height))
	}
	return result
}

func (p plane) oriented(orientation, width, height int) plane {
	from, n := p.data, p.channels
	out := make([]byte, len(from))
	right, bottom := p.width-1, p.height-1
	for y := range height {
		for x := range width {
			sx, sy := x, y
			if orientation >= 5 {
				sx, sy = y, x
			}
			switch orientation { // of the image as stored: which sides are swapped
			case 2, 8:
				sx = right - sx
			case 3, 7:
				sx, sy = right-sx, bottom-sy
			case 4, 6:
				sy = bottom - sy
			}
			at, to := (sy*p.width+sx)*n, (y*width+x)*n
			copy(out[to:to+n], from[at:at+n])
		}
	}
	return inMemory(out, width, height, n)
}
