package encodings

import "unicode/utf16"

// utf16 decodes pairs of bytes. bigEndian is the index of the less significant byte: 1 for big endian, otherwise 0.
func (d *Decoder) utf16(data []byte, more bool, bigEndian int) (string, bool) {
	odd := len(data) % 2
	units := make([]uint16, 0, len(data)/2+1)
	for i := 0; i+1 < len(data); i += 2 {
		units = append(units, uint16(data[i+bigEndian])|uint16(data[i+1-bigEndian])<<8)
	}
	open := 0 // number of bytes of an incomplete character
	if n := len(units); n > 0 && units[n-1] >= 0xD800 && units[n-1] < 0xDC00 {
		open = 2
	}
	valid := wellPaired(units)
	if more {
		if open > 0 {
			units = units[:len(units)-1]
			valid = wellPaired(units)
		}
		d.keep(data, open+odd)
		return string(utf16.Decode(units)), valid
	}
	if odd > 0 {
		units = append(units, 0xFFFD)
	}
	return string(utf16.Decode(units)), valid && odd == 0
}

func wellPaired(units []uint16) bool {
	for i := 0; i < len(units); i++ {
		switch unit := units[i]; {
		case unit >= 0xD800 && unit < 0xDC00 && i+1 < len(units) && units[i+1] >= 0xDC00 && units[i+1] < 0xE000:
			i++
		case unit >= 0xD800 && unit < 0xE000:
			return false
		}
	}
	return true
}
