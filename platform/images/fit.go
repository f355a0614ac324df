package images

import "math"

// Fit says how an image is made to fit a width and a height.
type Fit string

// The ways to fit.
const (
	Inside Fit = "inside" // the whole image, as large as fits; keeps the ratio
	Cover  Fit = "cover"  // fills width and height; what does not fit is cut off on both sides
	Fill   Fit = "fill"   // fills width and height; the ratio may change
)

// Variant is an image to make. With neither width nor height it is as large as the original.
type Variant struct {
	Width, Height int    // 0 if only the other one counts; Cover and Fill need both
	Fit           Fit    // Inside if empty
	Enlarge       bool   // the result may be larger than the original
	Format        Format // JPEG or PNG; if empty, JPEG unless the original's format has transparency
	Quality       int    // of JPEG, 1 to 100; DefaultQuality if 0
}

// DefaultQuality is the quality of a JPEG if none is given.
const DefaultQuality = 80

// fit returns the part of a width × height image that is used, and the size of the result.
func (v Variant) fit(width, height int) (part rect, w, h int) {
	sourceW, sourceH := float64(width), float64(height)
	part = rect{0, 0, sourceW, sourceH}
	across, down := float64(v.Width)/sourceW, float64(v.Height)/sourceH
	if v.Fit == Cover || v.Fit == Fill {
		smaller := 1.0 // without enlarging, a smaller image of the same ratio
		if !v.Enlarge {
			smaller = min(1, 1/across, 1/down)
		}
		if v.Fit == Cover {
			most := max(across, down)
			part.width, part.height = float64(v.Width)/most, float64(v.Height)/most
			part.x, part.y = (sourceW-part.width)/2, (sourceH-part.height)/2
		}
		return part, pixels(float64(v.Width) * smaller), pixels(float64(v.Height) * smaller)
	}
	factor := 1.0
	switch {
	case v.Width > 0 && v.Height > 0:
		factor = min(across, down)
	case v.Width > 0:
		factor = across
	case v.Height > 0:
		factor = down
	}
	if factor > 1 && !v.Enlarge {
		factor = 1
	}
	return part, pixels(sourceW * factor), pixels(sourceH * factor)
}

// maxSide is the most pixels that a side of a result can have: no JPEG has more.
const maxSide = 65_535

func pixels(n float64) int { return int(min(max(math.Round(n), 1), math.MaxInt32)) }

// turn returns the variant for the image as it is stored, of one with that orientation.
func (v Variant) turn(turned bool) Variant {
	if turned {
		v.Width, v.Height = v.Height, v.Width
	}
	return v
}
