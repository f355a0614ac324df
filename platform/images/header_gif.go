package images

import "encoding/binary"

// readGIF reads the size of the screen. The decoder takes the first frame only, which is not larger.
func readGIF(in input) (header, error) {
	screen, err := in.at(6, 7)
	if err != nil {
		return header{}, err
	}
	h := header{format: GIF, alpha: true}
	h.width, h.height = int(binary.LittleEndian.Uint16(screen)), int(binary.LittleEndian.Uint16(screen[2:]))
	h.kept = area(h.width, h.height, 1)
	h.memory = 2 * h.kept // for an interlaced one
	return h, nil
}
