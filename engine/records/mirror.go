package records

import (
	"unsafe"

	"github.com/dop251/goja"
	"github.com/dop251/goja/unistring"
)

// face is the two words of an interface value.
type face struct{ table, data unsafe.Pointer }

// object has the fields of goja.Object.
type object struct {
	self    face
	runtime *goja.Runtime
}

// plain has the fields of goja's implementation of a plain object.
type plain struct {
	class      string
	val        *goja.Object
	prototype  *goja.Object
	extensible bool

	values    map[unistring.String]goja.Value
	propNames []unistring.String

	lastSortedPropLen, idxPropCount int

	symValues       unsafe.Pointer
	privateElements unsafe.Pointer
}

// item is what goja's iterators of properties return. A nil value is read by who needs it.
type item struct {
	name, value goja.Value
	enumerable  int
}

// Whether a property is enumerable, in an item: its value tells, or it is.
const (
	valueTells   = 0
	isEnumerable = 2
)

// iterator returns the next item, and what returns the one after it; nil at the end.
type iterator func() (item, iterator)

// methodCount is the number of methods of goja's implementations of objects.
const methodCount = 51

// table is the table of methods of an interface, as package runtime lays it out. The methods are in the order of their
// names; each is the address of its code.
type table struct {
	inter, kind unsafe.Pointer
	hash        uint32
	methods     [methodCount]uintptr
}

func faceOf(o *goja.Object) *face { return &(*object)(unsafe.Pointer(o)).self }
