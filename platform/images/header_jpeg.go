package images

import "strings"

// The markers of JPEG that the header is read by.
const (
	markerDHT   = 0xc4
	markerJPG   = 0xc8
	markerDAC   = 0xcc
	markerRST0  = 0xd0
	markerRST7  = 0xd7
	markerSOI   = 0xd8
	markerEOI   = 0xd9
	markerSOS   = 0xda
	markerAPP0  = 0xe0
	markerAPP1  = 0xe1
	markerAPP14 = 0xee
)

// jpegHeader collects what the segments before the first scan say.
type jpegHeader struct {
	header
	frame       []byte // the segment of the frame
	progressive bool
	jfif        bool
	adobe       int // transform of Adobe's segment; -1 without one
}

func readJPEG(in input) (header, error) {
	j := jpegHeader{header: header{format: JPEG}, adobe: -1}
	at := int64(2)
	for range maxSegments {
		marker, next, err := in.marker(at)
		if err != nil {
			return header{}, err
		}
		at = next
		if marker == markerSOS {
			return j.finish()
		}
		if marker == markerSOI || marker == markerEOI || marker == 0 || marker == 1 || marker >= markerRST0 && marker <= markerRST7 {
			return header{}, broken("the marker %#x comes before the image", marker)
		}
		length, err := in.at(at, 2)
		if err != nil {
			return header{}, err
		}
		if big16(length) < 2 {
			return header{}, broken("a segment has the length %d", big16(length))
		}
		segment, err := in.at(at+2, int64(big16(length)-2))
		if err != nil {
			return header{}, err
		}
		if err := j.take(marker, segment); err != nil {
			return header{}, err
		}
		at += int64(big16(length))
	}
	return header{}, broken("there are more than %d segments before the image", maxSegments)
}

// marker returns the next marker, and where its segment begins. Some bytes may be before it, as decoders allow.
func (in input) marker(at int64) (marker int, next int64, err error) {
	const most = 4 << 10
	for _, n := range []int64{2, min(most, max(in.size-at, 2))} {
		around, err := in.at(at, n)
		if err != nil {
			return 0, 0, err
		}
		for i := 0; i+1 < len(around); i++ {
			if around[i] == 0xff && around[i+1] != 0xff && around[i+1] != 0 {
				return int(around[i+1]), at + int64(i) + 2, nil
			}
		}
	}
	return 0, 0, broken("there is no marker at %d", at)
}

// take reads one segment.
func (j *jpegHeader) take(marker int, segment []byte) error {
	switch {
	case marker == markerAPP0:
		j.jfif = j.jfif || strings.HasPrefix(string(segment), "JFIF\x00")
	case marker == markerAPP1:
		if tiff, ok := strings.CutPrefix(string(segment), "Exif\x00\x00"); ok && j.orientation == 0 {
			j.orientation = orientation([]byte(tiff))
		}
	case marker == markerAPP14:
		if strings.HasPrefix(string(segment), "Adobe") && len(segment) >= 12 {
			j.adobe = int(segment[11])
		}
	case marker < 0xc0 || marker > 0xcf || marker == markerDHT || marker == markerJPG || marker == markerDAC:
	case marker > 0xc2:
		return unsupported("JPEG of the kind SOF%d", marker-0xc0)
	case j.frame != nil:
		return broken("there are two frames")
	case len(segment) < 6 || len(segment) != 6+3*int(segment[5]):
		return broken("the frame has %d bytes", len(segment))
	default:
		j.frame, j.progressive = segment, marker == 0xc2
	}
	return nil
}

// finish computes the memory that the decoder takes: a byte for each sample, for progressive images four more, and
// for other colours than YCbCr a copy of four bytes for each pixel.
func (j *jpegHeader) finish() (header, error) {
	if j.frame == nil {
		return header{}, broken("there is no frame before the image")
	}
	h := j.header
	h.height, h.width = big16(j.frame[1:]), big16(j.frame[3:])
	var across, down, samples int64 = 1, 1, 0
	components := j.frame[6:]
	for i := 0; i < len(components); i += 3 {
		h, v := int64(components[i+1]>>4), int64(components[i+1]&15)
		if h < 1 || h > 4 || v < 1 || v > 4 {
			return header{}, broken("a component has %d × %d samples", h, v)
		}
		across, down, samples = max(across, h), max(down, v), samples+h*v
	}
	const block = 8 // a unit has a block of each sample
	units := (int64(h.width)/(block*across) + 1) * (int64(h.height)/(block*down) + 1)
	h.kept = units * samples * block * block
	h.memory = h.kept
	if j.progressive {
		h.memory *= 5
	}
	rgb := !j.jfif && (j.adobe == 0 || len(components) == 9 && components[0] == 'R' && components[3] == 'G' && components[6] == 'B')
	if len(components) == 12 || rgb {
		h.kept = area(h.width, h.height, 4)
		h.memory += h.kept
	}
	return h, nil
}
