package images

import "encoding/binary"

// webpHeader collects what the chunks of a WebP file say.
type webpHeader struct {
	header
	extended  bool
	image     string // the chunk with the image
	animation bool
}

// readWebP reads the chunks. All of them must be within the file: the decoder believes what they say of their length.
func readWebP(in input) (header, error) {
	w := webpHeader{header: header{format: WebP}}
	start, err := in.at(4, 4)
	if err != nil {
		return header{}, err
	}
	end := min(int64(binary.LittleEndian.Uint32(start))+8, in.size)
	at := int64(12)
	for range maxSegments {
		if at+8 > end {
			break
		}
		head, err := in.at(at, 8)
		if err != nil {
			return header{}, err
		}
		name, length := string(head[:4]), int64(binary.LittleEndian.Uint32(head[4:]))
		at += 8
		if at+length > in.size {
			return header{}, broken("the chunk %q is cut off", name)
		}
		chunk, err := in.at(at, min(length, 10))
		if err != nil {
			return header{}, err
		}
		if name == "EXIF" && length <= maxEXIF {
			if chunk, err = in.at(at, length); err != nil {
				return header{}, err
			}
		}
		if err := w.take(name, chunk); err != nil {
			return header{}, err
		}
		at += length + length&1
	}
	if w.animation {
		return header{}, unsupported("animated WebP")
	}
	if w.image == "" {
		return header{}, broken("there is no image")
	}
	return w.finish(in.size), nil
}

// take reads one chunk, of which only the beginning may be given.
func (w *webpHeader) take(name string, chunk []byte) error {
	width, height := 0, 0
	switch name {
	case "VP8X":
		if len(chunk) < 10 || w.extended {
			return broken("the chunk VP8X is wrong")
		}
		w.extended = true
		w.alpha, w.animation = chunk[0]&0x10 != 0, chunk[0]&0x02 != 0
		width, height = 1+little24(chunk[4:]), 1+little24(chunk[7:])
	case "VP8 ":
		if len(chunk) < 10 || string(chunk[3:6]) != "\x9d\x01\x2a" {
			return broken("the chunk VP8 is wrong")
		}
		width, height = int(binary.LittleEndian.Uint16(chunk[6:])&0x3fff), int(binary.LittleEndian.Uint16(chunk[8:])&0x3fff)
	case "VP8L":
		if len(chunk) < 5 || chunk[0] != 0x2f {
			return broken("the chunk VP8L is wrong")
		}
		bits := binary.LittleEndian.Uint32(chunk[1:])
		width, height = 1+int(bits&0x3fff), 1+int(bits>>14&0x3fff)
		w.alpha = w.alpha || bits>>28&1 != 0
	case "EXIF":
		if w.orientation == 0 {
			w.orientation = orientation(withoutPrefix(chunk))
		}
		return nil
	default:
		return nil
	}
	if w.width != 0 && (w.width != width || w.height != height) {
		return broken("one chunk says %d × %d pixels, another %d × %d", w.width, w.height, width, height)
	}
	w.width, w.height = width, height
	if name != "VP8X" && w.image == "" {
		w.image = name
	}
	return nil
}

// withoutPrefix cuts off what JPEG has before EXIF data, and some programs write in WebP, too.
func withoutPrefix(exif []byte) []byte {
	if len(exif) > 6 && string(exif[:6]) == "Exif\x00\x00" {
		return exif[6:]
	}
	return exif
}

func little24(b []byte) int { return int(b[0]) | int(b[1])<<8 | int(b[2])<<16 }

// finish computes the memory that the decoder takes. A lossless image, or the transparency of a lossy one, comes with up
// to 2600 groups of Huffman trees, which a small file can make large.
func (w *webpHeader) finish(size int64) header {
	const mostTrees, growth = 130 << 20, 256
	trees := min(mostTrees, size*growth)
	pixels := area(w.width, w.height, 1)
	switch {
	case w.image == "VP8L":
		w.kept, w.memory = 4*pixels, 6*pixels+trees
	case w.alpha:
		w.kept, w.memory = 3*pixels, 9*pixels+trees+size
	default:
		w.kept, w.memory = 2*pixels, 2*pixels+size
	}
	return w.header
}
