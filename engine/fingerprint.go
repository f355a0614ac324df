package engine

import (
	"encoding/binary"
	"fmt"
	"hash/maphash"
	"maps"
	"math"
	"slices"
	"sync"

	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
)

// fingerprintOf begins to work out a fingerprint, beside the making of the manifest. The function that it returns waits for it.
func fingerprintOf(declarations []declared.Declaration) func() uint64 {
	hash := sync.OnceValue(func() uint64 { return fingerprint(declarations) })
	go hash()
	return hash
}

// fingerprint returns a hash that is equal for two VMs of this process with the same declarations.
func fingerprint(declarations []declared.Declaration) uint64 {
	var h hasher
	h.SetSeed(seed)
	for i := range declarations {
		d := &declarations[i]
		h.text(d.Decorator)
		h.number(uint64(d.Target))
		h.value(d.Owner)
		h.text(d.Name)
		h.text(d.Member)
		h.value(d.Static)
		h.number(uint64(d.Param))
		h.fields(d.Options)
		h.number(uint64(d.Record))
	}
	return h.Sum64()
}

var seed = maphash.MakeSeed()

// hasher writes values so that no two of them are written alike: each kind has its own first byte, and what has no fixed length is
// written behind its length.
type hasher struct{ maphash.Hash }

func (h *hasher) value(value any) {
	switch v := value.(type) {
	case nil:
		_ = h.WriteByte('0')
	case bool:
		_ = h.WriteByte(map[bool]byte{false: 'f', true: 't'}[v])
	case int64:
		_ = h.WriteByte('i')
		h.number(uint64(v))
	case float64:
		_ = h.WriteByte('d')
		h.number(math.Float64bits(v))
	case string:
		_ = h.WriteByte('s')
		h.text(v)
	case []any:
		_ = h.WriteByte('[')
		h.number(uint64(len(v)))
		for _, item := range v {
			h.value(item)
		}
	case map[string]any:
		_ = h.WriteByte('{')
		h.fields(v)
	case manifest.Ref:
		_ = h.WriteByte('c')
		h.text(v.File)
		h.text(v.Export)
	case declared.ParamDecorator:
		_ = h.WriteByte('@')
		h.text(v.Decorator)
		h.fields(v.Options)
	default: // texts of other types, and regular expressions
		_ = h.WriteByte('x')
		h.text(fmt.Sprintf("%T %q", v, v))
	}
}

func (h *hasher) fields(fields map[string]any) {
	h.number(uint64(len(fields)))
	if len(fields) == 1 {
		for name, value := range fields {
			h.text(name)
			h.value(value)
		}
		return
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		h.text(name)
		h.value(fields[name])
	}
}

func (h *hasher) text(text string) {
	h.number(uint64(len(text)))
	_, _ = h.WriteString(text)
}

func (h *hasher) number(n uint64) {
	var bytes [8]byte
	binary.LittleEndian.PutUint64(bytes[:], n)
	_, _ = h.Write(bytes[:])
}
