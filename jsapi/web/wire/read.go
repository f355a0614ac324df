package wire

import (
	"encoding/binary"
	"errors"
	"math"
	"math/big"
	"unicode/utf8"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/web/part"
)

// ErrUnreadable is the error of bytes that Write did not make.
var ErrUnreadable = errors.New("the message cannot be read")

// Read reads what Write has written.
func Read(r *part.Realm, data []byte) (v goja.Value, err error) {
	in := &reader{Realm: r, data: data}
	if exception := r.Runtime.Try(func() { v = in.value() }); exception != nil || in.failed || len(in.data) > 0 || v == nil {
		return nil, ErrUnreadable
	}
	return v, nil
}

type reader struct {
	*part.Realm
	data     []byte
	seen     []*goja.Object
	depth    int
	patterns int // the characters in regular expressions
	failed   bool
}

func (in *reader) fail() goja.Value {
	in.failed, in.data = true, nil
	return goja.Undefined()
}

func (in *reader) byte() byte {
	if len(in.data) == 0 {
		in.fail()
		return tagCount
	}
	b := in.data[0]
	in.data = in.data[1:]
	return b
}

// count reads the number of something, each of which takes a byte at least.
func (in *reader) count() int {
	n, size := binary.Uvarint(in.data)
	if size <= 0 || n > uint64(len(in.data)-size) {
		in.fail()
		return 0
	}
	in.data = in.data[size:]
	return int(n)
}

// number reads a number that bounds nothing.
func (in *reader) number() int {
	n, size := binary.Uvarint(in.data)
	if size <= 0 || n > math.MaxInt32 {
		in.fail()
		return 0
	}
	in.data = in.data[size:]
	return int(n)
}

func (in *reader) blob() []byte {
	n := in.count()
	data := in.data[:n]
	in.data = in.data[n:]
	return data
}

func (in *reader) float() float64 {
	if len(in.data) < 8 {
		in.fail()
		return 0
	}
	bits := binary.BigEndian.Uint64(in.data)
	in.data = in.data[8:]
	return math.Float64frombits(bits)
}

func (in *reader) value() goja.Value {
	if in.depth++; in.depth > maxDepth {
		return in.fail()
	}
	defer func() { in.depth-- }()
	switch tag := in.byte(); tag {
	case tagUndefined:
		return goja.Undefined()
	case tagNull:
		return goja.Null()
	case tagFalse, tagTrue:
		return in.Runtime.ToValue(tag == tagTrue)
	case tagInt:
		n, size := binary.Varint(in.data)
		if size <= 0 {
			return in.fail()
		}
		in.data = in.data[size:]
		return in.Runtime.ToValue(n)
	case tagFloat:
		return in.Runtime.ToValue(in.float())
	case tagBigInt:
		return in.Runtime.ToValue(in.bigInt())
	case tagText:
		text := in.blob()
		if !utf8.Valid(text) {
			return in.fail()
		}
		return in.Runtime.ToValue(string(text))
	case tagWide:
		return in.wide()
	case tagSeen:
		if n := in.number(); n < len(in.seen) && in.seen[n] != nil {
			return in.seen[n]
		}
		return in.fail()
	case tagHole:
		return nil
	default:
		return in.object(tag)
	}
}

func (in *reader) bigInt() *big.Int {
	sign, magnitude := in.byte(), in.blob()
	n := new(big.Int).SetBytes(magnitude)
	if sign == 0 {
		n.Neg(n)
	}
	return n
}

func (in *reader) wide() goja.Value {
	data := in.blob()
	if len(data)%2 != 0 {
		return in.fail()
	}
	units := make([]uint16, len(data)/2)
	for i := range units {
		units[i] = binary.BigEndian.Uint16(data[2*i:])
	}
	return goja.StringFromUTF16(units)
}
