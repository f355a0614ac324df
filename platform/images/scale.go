package images

import (
	"context"
	"math"
)

// rect is a part of an image, in pixels.
type rect struct{ x, y, width, height float64 }

// scaled returns a part of the image in another size, in memory. Planes of chroma get as many samples as the others.
func (r raster) scaled(ctx context.Context, part rect, width, height int) (raster, error) {
	result := raster{width: width, height: height}
	for _, p := range r.planes {
		across, down := float64(r.width), float64(r.height)
		if len(r.planes) > 1 { // the last samples of chroma may reach beyond the image
			across, down = float64(p.width*subsampling(r.width, p.width)), float64(p.height*subsampling(r.height, p.height))
		}
		x, y := float64(p.width)/across, float64(p.height)/down
		made, err := p.scaled(ctx, rect{part.x * x, part.y * y, part.width * x, part.height * y}, width, height)
		if err != nil {
			return raster{}, err
		}
		result.planes = append(result.planes, made)
	}
	return result, nil
}

// subsampling returns how many pixels have one sample: 1, 2 or 4.
func subsampling(pixels, samples int) int {
	for _, n := range []int{1, 2} {
		if (pixels+n-1)/n == samples {
			return n
		}
	}
	return 4
}

// scaled scales a plane: each row first across, then into the sums of the rows of the result that it is part of. So the
// memory it takes beside the result is a few rows.
func (p plane) scaled(ctx context.Context, part rect, width, height int) (plane, error) {
	across, down := newKernel(p.width, part.x, part.width, width), newKernel(p.height, part.y, part.height, height)
	n := width * p.channels
	s := &sums{down: down, out: make([]byte, n*height), n: n, rows: make([]int32, n*down.overlap())}
	buffer, row := make([]byte, p.width*p.channels), make([]int32, n)
	for y := down.first(); y < down.end(); y++ {
		if y%16 == 0 && ctx.Err() != nil {
			return plane{}, context.Cause(ctx)
		}
		if p.channels == 4 {
			across.apply4(row, p.row(y, buffer))
		} else {
			across.apply(row, p.row(y, buffer))
		}
		s.add(y, row)
	}
	return inMemory(s.out, width, height, p.channels), nil
}

// sums are the rows of a result that are not complete.
type sums struct {
	down kernel
	out  []byte
	n    int     // samples of a row
	rows []int32 // row y is at y modulo the number of rows
	from int     // the first row that is not complete
}

// add adds a row of the source, and completes the rows of the result of which it is the last part.
func (s *sums) add(y int, row []int32) {
	ring := len(s.rows) / s.n
	for i := s.from; i < len(s.down.taps) && s.down.taps[i].at <= y; i++ {
		t := s.down.taps[i]
		sum := s.rows[i%ring*s.n:][:s.n]
		if w := t.weights[y-t.at]; w != 0 {
			for x, v := range row[:len(sum)] {
				sum[x] += v * w
			}
		}
		if y == t.at+len(t.weights)-1 {
			out := s.out[i*s.n:][:s.n]
			for x, v := range sum {
				out[x] = clamp(v)
			}
			clear(sum)
			s.from = i + 1
		}
	}
}

// Weights have 14 bits behind the point. A row that was scaled across has 6, so that a sum of both has 20.
const (
	weightBits = 14
	rowBits    = 6
	one        = 1 << weightBits
)

func clamp(sum int32) byte {
	const bits = weightBits + rowBits
	return byte(min(max((sum+1<<(bits-1))>>bits, 0), 255))
}

// kernel has for each sample of the result the samples of the source that it is made of. Neither their beginnings nor
// their ends ever go back.
type kernel struct{ taps []taps }

type taps struct {
	at      int // the first sample of the source
	weights []int32
}

// newKernel returns the kernel that scales the samples of the source from the given place, of the given length, to n
// samples. It is the cubic of Catmull and Rom, made as wide as the image shrinks, so that nothing of it is left out.
func newKernel(source int, from, length float64, n int) kernel {
	k := kernel{make([]taps, n)}
	scale := length / float64(n)
	wide := max(scale, 1)
	var sample []float64
	for i := range k.taps {
		centre := from + (float64(i)+0.5)*scale
		first, end := int(math.Ceil(centre-2*wide-0.5)), int(math.Floor(centre+2*wide-0.5))+1
		low, high := min(max(first, 0), source-1), max(min(end, source), 1)
		low = min(low, high-1)
		sample = append(sample[:0], make([]float64, high-low)...)
		for j := first; j < end; j++ { // beyond its edge, the image goes on with the same colour
			sample[min(max(j, low), high-1)-low] += catmullRom(math.Abs(float64(j)+0.5-centre) / wide)
		}
		k.taps[i] = quantize(low, sample)
	}
	return k
}

func catmullRom(x float64) float64 {
	switch {
	case x < 1:
		return (1.5*x-2.5)*x*x + 1
	case x < 2:
		return ((-0.5*x+2.5)*x-4)*x + 2
	}
	return 0
}

// quantize makes whole numbers of the weights, which together are one.
func quantize(at int, weights []float64) taps {
	sum := 0.0
	for _, w := range weights {
		sum += w
	}
	t := taps{at, make([]int32, len(weights))}
	// Each weight is the difference of two rounded sums, so the rounding errors do not add up.
	soFar, rounded := 0.0, int32(0)
	for i, w := range weights {
		soFar += w
		next := int32(math.Round(soFar / sum * one))
		t.weights[i], rounded = next-rounded, next
	}
	return t
}

// first returns the first sample of the source that is needed, and end the one after the last.
func (k kernel) first() int { return k.taps[0].at }

func (k kernel) end() int {
	last := k.taps[len(k.taps)-1]
	return last.at + len(last.weights)
}

// overlap returns how many samples of the result one sample of the source is part of, at most.
func (k kernel) overlap() int {
	most := 1
	for i, j := 0, 0; i < len(k.taps); i++ {
		for k.taps[j].at+len(k.taps[j].weights) <= k.taps[i].at {
			j++
		}
		most = max(most, i-j+1)
	}
	return most
}

// apply scales a row of one channel.
func (k kernel) apply(to []int32, from []byte) {
	const shift = weightBits - rowBits
	for i, t := range k.taps {
		part := from[t.at:][:len(t.weights)]
		sum := int32(0)
		for j, w := range t.weights {
			sum += int32(part[j]) * w
		}
		to[i] = (sum + 1<<(shift-1)) >> shift
	}
}

// apply4 scales a row of four channels.
func (k kernel) apply4(to []int32, from []byte) {
	const shift, half = weightBits - rowBits, 1 << (weightBits - rowBits - 1)
	for i, t := range k.taps {
		part := from[4*t.at:][:4*len(t.weights)]
		var r, g, b, a int32
		for _, w := range t.weights {
			r += int32(part[0]) * w
			g += int32(part[1]) * w
			b += int32(part[2]) * w
			a += int32(part[3]) * w
			part = part[4:]
		}
		pixel := to[4*i:][:4]
		pixel[0], pixel[1], pixel[2], pixel[3] = (r+half)>>shift, (g+half)>>shift, (b+half)>>shift, (a+half)>>shift
	}
}
