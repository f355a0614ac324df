package pack

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/dop251/goja"
)

// shape is the property names of an object, and a script function that makes such an object: setting the properties
// one by one from Go takes several times as long.
type shape struct {
	names []string
	size  int
	make  goja.Callable // takes the values; nil for a shape without a function
	// derive takes the prototype and the values, and is slower.
	derive goja.Callable
}

// The limits above which a shape has no function.
const (
	maxShapes     = 1000
	maxShapeNames = 50
)

// shapeOf encodes the names of an object's properties.
func shapeOf(names []string) string {
	region := binary.AppendUvarint(nil, uint64(len(names)))
	for _, name := range names {
		region = binary.AppendUvarint(region, uint64(len(name)))
		region = append(region, name...)
	}
	return string(region)
}

// shape returns the shape of bytes that shapeOf wrote, or nil if they are not valid.
func (p *Packer) shape(region []byte) *shape {
	if known := p.shapes[string(region)]; known != nil {
		return known
	}
	names, ok := namesIn(region)
	if !ok {
		return nil
	}
	sh := &shape{names: names, size: len(names)}
	if len(p.shapes) >= maxShapes || len(names) > maxShapeNames || slices.Contains(names, "__proto__") {
		return sh
	}
	if both, err := p.rt.RunProgram(programOf(string(region), names)); err == nil {
		functions := both.(*goja.Object)
		sh.make, _ = goja.AssertFunction(functions.Get("0"))
		sh.derive, _ = goja.AssertFunction(functions.Get("1"))
	}
	p.shapes[string(region)] = sh
	return sh
}

func namesIn(region []byte) (names []string, ok bool) {
	n, size := binary.Uvarint(region)
	if size <= 0 || n > uint64(len(region)) {
		return nil, false
	}
	region = region[size:]
	for range n {
		length, size := binary.Uvarint(region)
		if size <= 0 || length > uint64(len(region)-size) {
			return nil, false
		}
		names = append(names, string(region[size:size+int(length)]))
		region = region[size+int(length):]
	}
	return names, len(region) == 0
}

// programs caches the compiled functions that make objects, by encoded shape, for all VMs.
var programs sync.Map

func programOf(region string, names []string) *goja.Program {
	if known, ok := programs.Load(region); ok {
		return known.(*goja.Program)
	}
	var parameters, fields strings.Builder
	for i, name := range names {
		quoted, _ := json.Marshal(name) // a string can always be marshaled
		fmt.Fprintf(&parameters, "v%d, ", i)
		fmt.Fprintf(&fields, "%s: v%d, ", quoted, i)
	}
	text := fmt.Sprintf("[(%[1]s) => ({ %[2]s }), (%[1]s p) => ({ __proto__: p, %[2]s })]", parameters.String(), fields.String())
	program := goja.MustCompile("fwrun:shape", text, true)
	programs.Store(region, program)
	return program
}
