package pack

import (
	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
)

// The first byte of every value: the version, another one of which cannot be read, and whether
// something is met twice, and contains itself.
const (
	version  = 1
	repeated = 0x40
	circular = 0x80
)

// The tags before values.
const (
	tagUndefined byte = iota
	tagNull
	tagFalse
	tagTrue
	tagInt
	tagFloat
	tagText
	tagWide // a text that UTF-8 cannot say: UTF-16
	tagBigInt
	tagDate
	tagBytes
	tagArray
	tagObject
	tagInstance
	tagMap
	tagSet
	tagSeen // an object that was met before, by its number
)

// maxDepth bounds nesting.
const maxDepth = 1000

// Packer writes and reads the values of one VM.
type Packer struct {
	rt      *goja.Runtime
	classes engine.Classes
	shapes  map[string]*shape // that were read

	// As they were before any script could replace them.
	objects                         *goja.Object // Object.prototype
	bytes, date, mapClass, setClass *goja.Object // constructors
	mapSet, mapEach                 goja.Callable
	setAdd, setEach                 goja.Callable
}

// New prepares a VM, before any script ran in it.
func New(rt *goja.Runtime) *Packer {
	p := &Packer{
		rt: rt, shapes: map[string]*shape{}, objects: rt.NewObject().Prototype(), bytes: classNamed(rt, "Uint8Array"), date: classNamed(rt, "Date"),
		mapClass: classNamed(rt, "Map"), setClass: classNamed(rt, "Set"),
	}
	p.mapSet, p.mapEach = methodOf(p.mapClass, "set"), methodOf(p.mapClass, "forEach")
	p.setAdd, p.setEach = methodOf(p.setClass, "add"), methodOf(p.setClass, "forEach")
	return p
}

// Adopt takes in the classes whose objects are known again.
func (p *Packer) Adopt(classes engine.Classes) { p.classes = classes }

func classNamed(rt *goja.Runtime, name string) *goja.Object { return rt.Get(name).(*goja.Object) }

func methodOf(class *goja.Object, name string) goja.Callable {
	method, _ := goja.AssertFunction(class.Get("prototype").(*goja.Object).Get(name))
	return method
}
