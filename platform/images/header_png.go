package images

const pngSignature = "\x89PNG\r\n\x1a\n"

// readPNG reads the chunks before the image. None of them is decompressed.
func readPNG(in input) (header, error) {
	const chunkOverhead = 12
	h := header{format: PNG}
	transparent := false
	var first []byte
	at := int64(len(pngSignature))
	for i := range maxSegments {
		start, err := in.at(at, 8)
		if err != nil {
			return header{}, err
		}
		length, name := big32(start), string(start[4:])
		if (i == 0) != (name == "IHDR") {
			return header{}, broken("chunk %d is %q", i+1, name)
		}
		switch name {
		case "IHDR":
			if length != 13 {
				return header{}, broken("the header has %d bytes", length)
			}
			if first, err = in.at(at+8, 13); err != nil {
				return header{}, err
			}
		case "tRNS":
			transparent = true
		case "eXIf":
			if length <= maxEXIF {
				exif, err := in.at(at+8, length)
				if err != nil {
					return header{}, err
				}
				h.orientation = orientation(exif)
			}
		case "IDAT":
			return h.ofPNG(first, transparent)
		}
		at += length + chunkOverhead
	}
	return header{}, broken("there are more than %d chunks before the image", maxSegments)
}

// ofPNG reads the header's chunk, and computes the memory that the decoder takes. An interlaced image is put together
// of smaller ones.
func (h header) ofPNG(first []byte, transparent bool) (header, error) {
	width, height := big32(first), big32(first[4:])
	if width > 1<<31-1 || height > 1<<31-1 {
		return header{}, broken("the header says %d × %d pixels", width, height)
	}
	h.width, h.height = int(width), int(height)
	depth, colour, interlaced := first[8], first[9], first[12] != 0
	const gray, palette, grayAlpha, rgba = 0, 3, 4, 6
	bytes := int64(4)
	if colour == gray && !transparent || colour == palette {
		bytes = 1
	}
	if depth == 16 {
		bytes *= 2
	}
	h.alpha = transparent || colour == grayAlpha || colour == rgba
	h.kept = area(h.width, h.height, bytes)
	h.memory = h.kept
	if interlaced {
		h.memory = min(h.memory, 1<<50) * 2
	}
	return h, nil
}

// area returns the bytes that an image takes. It does not overflow.
func area(width, height int, bytes int64) int64 {
	if width > 0 && int64(height) > (1<<60)/bytes/int64(width) {
		return 1 << 60
	}
	return int64(width) * int64(height) * bytes
}
