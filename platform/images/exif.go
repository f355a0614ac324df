package images

import "encoding/binary"

// orientation returns the orientation that EXIF data has, or 0 if it has none or is damaged: an image with bad metadata
// is shown as it is stored. The data begins with the header of TIFF. Only the first directory is read, once and within
// the data, so there is nothing in it that could be followed in circles.
func orientation(tiff []byte) int {
	const entrySize, tag, short = 12, 0x0112, 3
	if len(tiff) < 8 {
		return 0
	}
	var order binary.ByteOrder
	switch string(tiff[:4]) {
	case "II*\x00":
		order = binary.LittleEndian
	case "MM\x00*":
		order = binary.BigEndian
	default:
		return 0
	}
	at := int64(order.Uint32(tiff[4:]))
	if at < 8 || at+2 > int64(len(tiff)) {
		return 0
	}
	directory := tiff[at+2:]
	for range order.Uint16(tiff[at:]) {
		if len(directory) < entrySize {
			return 0
		}
		entry := directory[:entrySize]
		directory = directory[entrySize:]
		if order.Uint16(entry) != tag {
			continue
		}
		value := order.Uint16(entry[8:])
		if order.Uint16(entry[2:]) != short || order.Uint32(entry[4:]) != 1 || value < 1 || value > 8 {
			return 0
		}
		return int(value)
	}
	return 0
}
