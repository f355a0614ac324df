package pack

import (
	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
)

// The first byte of every encoded value holds the version, since other versions cannot be read, and whether an object
// occurs more than once, and whether one contains itself.
const (
	version  = 1
	repeated = 0x40
	circular = 0x80
)

// The tags that precede values.
const (
	tagUndefined byte = iota
	tagNull
	tagFalse
	tagTrue
	tagInt
	tagFloat
	tagText
	tagWide // UTF-16, for a string that is not valid UTF-8
	tagBigInt
	tagDate
	tagBytes
	tagArray
	tagObject
	tagInstance
	tagMap
	tagSet
	tagSeen // an object that occurred before, by its number
)

// maxDepth is the maximum depth of nested values.
const maxDepth = 1000

// Packer encodes and decodes the values of one VM.
type Packer struct {
	rt      *goja.Runtime
	classes engine.Classes
	shapes  map[string]*shape // that have been read

	// As they were before any script could replace them.
	objects                         *goja.Object // Object.prototype
	bytes, date, mapClass, setClass *goja.Object // constructors
	mapSet, mapEach                 goja.Callable
	setAdd, setEach                 goja.Callable
	bufferOf                        goja.Callable // the getter of a typed array's buffer
}

// New returns a Packer for a VM in which no script has run yet.
func New(rt *goja.Runtime) *Packer {
	p := &Packer{
		rt: rt, shapes: map[string]*shape{}, objects: rt.NewObject().Prototype(), bytes: classNamed(rt, "Uint8Array"), date: classNamed(rt, "Date"),
		mapClass: classNamed(rt, "Map"), setClass: classNamed(rt, "Set"),
	}
	p.mapSet, p.mapEach = methodOf(p.mapClass, "set"), methodOf(p.mapClass, "forEach")
	p.setAdd, p.setEach = methodOf(p.setClass, "add"), methodOf(p.setClass, "forEach")
	p.bufferOf = getterOf(rt, p.bytes.Get("prototype").(*goja.Object).Prototype(), "buffer")
	return p
}

// Adopt sets the classes whose objects can be encoded.
func (p *Packer) Adopt(classes engine.Classes) { p.classes = classes }

func classNamed(rt *goja.Runtime, name string) *goja.Object { return rt.Get(name).(*goja.Object) }

func methodOf(class *goja.Object, name string) goja.Callable {
	return methodIn(class.Get("prototype").(*goja.Object), name)
}

func methodIn(object *goja.Object, name string) goja.Callable {
	method, _ := goja.AssertFunction(object.Get(name))
	return method
}
