package pack

import (
	"encoding/binary"
	"math"

	"github.com/fwrun/fwrun/platform/jsontext"
)

// jsonFrom converts encoded values of the most common types to JSON.
type jsonFrom struct {
	data []byte
	bad  bool
}

func (j *jsonFrom) count() int {
	n, size := binary.Uvarint(j.data)
	if size <= 0 {
		j.bad = true
		return 0
	}
	j.data = j.data[size:]
	return int(n)
}

func (j *jsonFrom) blob() string {
	n := j.count()
	if n > len(j.data) {
		j.bad = true
		return ""
	}
	text := string(j.data[:n])
	j.data = j.data[n:]
	return text
}

// value appends one value. The result ok is false for a value that must be decoded first.
func (j *jsonFrom) value(dst []byte) (out []byte, ok bool) {
	if len(j.data) == 0 {
		return dst, false
	}
	tag := j.data[0]
	j.data = j.data[1:]
	switch tag {
	case tagUndefined, tagNull:
		dst = append(dst, "null"...)
	case tagFalse:
		dst = append(dst, "false"...)
	case tagTrue:
		dst = append(dst, "true"...)
	case tagInt:
		n, size := binary.Varint(j.data)
		if size <= 0 {
			return dst, false
		}
		j.data = j.data[size:]
		dst = jsontext.AppendNumber(dst, float64(n))
	case tagFloat:
		if len(j.data) < 8 {
			return dst, false
		}
		f := math.Float64frombits(binary.BigEndian.Uint64(j.data))
		j.data = j.data[8:]
		if math.IsNaN(f) || math.IsInf(f, 0) {
			dst = append(dst, "null"...)
		} else {
			dst = jsontext.AppendNumber(dst, f)
		}
	case tagText:
		dst = jsontext.AppendString(dst, j.blob())
	case tagArray:
		return j.array(dst)
	case tagObject:
		return j.object(dst)
	default:
		return dst, false
	}
	return dst, !j.bad
}

func (j *jsonFrom) array(dst []byte) (out []byte, ok bool) {
	dst = append(dst, '[')
	for i := range j.count() {
		if i > 0 {
			dst = append(dst, ',')
		}
		if dst, ok = j.value(dst); !ok {
			return dst, false
		}
	}
	return append(dst, ']'), !j.bad
}

func (j *jsonFrom) object(dst []byte) (out []byte, ok bool) {
	names := jsonFrom{data: []byte(nil)}
	n := j.count()
	if n > len(j.data) {
		return dst, false
	}
	names.data, j.data = j.data[:n], j.data[n:]
	dst = append(dst, '{')
	empty := len(dst)
	for range names.count() {
		name := names.blob()
		if len(j.data) > 0 && j.data[0] == tagUndefined {
			j.data = j.data[1:]
			continue
		}
		if len(dst) > empty {
			dst = append(dst, ',')
		}
		dst = append(jsontext.AppendString(dst, name), ':')
		if dst, ok = j.value(dst); !ok {
			return dst, false
		}
	}
	return append(dst, '}'), !j.bad && !names.bad
}
