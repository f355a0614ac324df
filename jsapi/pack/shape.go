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

// shape is the names of an object's properties, and a function of the script's that makes such
// an object: setting one property after the other from outside takes several times as long.
type shape struct {
	names []string
	size  int
	make  goja.Callable // of the values; nil for a shape that has none
	// derive is of the prototype and the values, which takes longer.
	derive goja.Callable
}

// What is not worth a function of its own.
const (
	maxShapes     = 1000
	maxShapeNames = 50
)

// shapeOf writes the names of an object's properties.
func shapeOf(names []string) string {
	region := binary.AppendUvarint(nil, uint64(len(names)))
	for _, name := range names {
		region = binary.AppendUvarint(region, uint64(len(name)))
		region = append(region, name...)
	}
	return string(region)
}

// shape is the one of a region that shapeOf wrote; nil when nobody did.
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

// programs are the functions that make objects, compiled, by region: the same in all VMs.
var programs sync.Map

func programOf(region string, names []string) *goja.Program {
	if known, ok := programs.Load(region); ok {
		return known.(*goja.Program)
	}
	var parameters, fields strings.Builder
	for i, name := range names {
		quoted, _ := json.Marshal(name) // a text always has a form
		fmt.Fprintf(&parameters, "v%d, ", i)
		fmt.Fprintf(&fields, "%s: v%d, ", quoted, i)
	}
	text := fmt.Sprintf("[(%[1]s) => ({ %[2]s }), (%[1]s p) => ({ __proto__: p, %[2]s })]", parameters.String(), fields.String())
	program := goja.MustCompile("fwrun:shape", text, true)
	programs.Store(region, program)
	return program
}
