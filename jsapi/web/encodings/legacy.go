package encodings

import (
	"bytes"
	"errors"
	"strings"

	"golang.org/x/text/transform"
)

// legacy decodes an encoding by its tables. Their state is kept between pieces.
func (d *Decoder) legacy(data []byte, more bool) (string, bool) {
	if d.tables == nil {
		d.tables = legacy(d.encoding).NewDecoder()
	}
	var out strings.Builder
	out.Grow(len(data))
	var buffer [4096]byte
	for {
		written, read, err := d.tables.Transform(buffer[:], data, !more)
		out.Write(buffer[:written])
		data = data[read:]
		if errors.Is(err, transform.ErrShortDst) {
			continue
		}
		break
	}
	if more {
		d.rest = bytes.Clone(data)
	} else {
		d.tables = nil
	}
	text := out.String()
	return text, !strings.ContainsRune(text, '\ufffd')
}
