package inside

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"sync"
	"unsafe"

	"github.com/dop251/goja"
)

// Half is a number with 16 bits.
type Half uint16

// HalfOf rounds a number: to the nearest, and to the even one of two.
func HalfOf(f float64) Half {
	sign := Half(0)
	if math.Signbit(f) {
		sign, f = 0x8000, -f
	}
	switch {
	case math.IsNaN(f):
		return 0x7e00
	case f >= 65520: // halfway between the largest and what would follow it
		return sign | 0x7c00
	case f < 0x1p-14: // steps of the smallest
		return sign | Half(math.RoundToEven(f*0x1p24))
	}
	fraction, exponent := math.Frexp(f) // in [0.5, 1)
	steps := Half(math.RoundToEven(fraction * 0x1p11))
	return sign | (Half(exponent+13)<<10 + steps) //nolint:gosec // exponents are from -13 to 16; steps carry into them
}

// Float returns the number.
func (h Half) Float() float64 {
	exponent, fraction := int(h>>10&0x1f), float64(h&0x3ff)
	var f float64
	switch exponent {
	case 0:
		f = fraction * 0x1p-24
	case 0x1f:
		f = math.Inf(1)
		if fraction != 0 {
			return math.NaN()
		}
	default:
		f = math.Ldexp(1024+fraction, exponent-25)
	}
	if h&0x8000 != 0 {
		return -f
	}
	return f
}

// BecomeHalves makes the elements of a Uint16Array numbers of 16 bits. Its methods make what a class makes.
func (v *View) BecomeHalves(class *goja.Object) {
	v.TypedArray.table = unsafe.Pointer(&halves)
	v.DefaultCtor = class
}

// viewMethodCount is the number of methods of goja's implementations of elements.
const viewMethodCount = 10

// viewMethods is a table of them, in the order of their names.
type viewMethods struct {
	inter, kind unsafe.Pointer
	hash        uint32
	code        [viewMethodCount]uintptr
}

// halves is the table of a Uint16Array, but for what its elements are.
var halves viewMethods

// elementsOf are the bytes of a view, from the beginning of its buffer.
type elementsOf = *[]byte

func halfAt(of elementsOf, i int) *Half {
	return (*Half)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(*of)), i*2))
}

// anyRuntime makes values that belong to none.
var anyRuntime *goja.Runtime

// halfMethods are what halves are that numbers without sign are not.
var halfMethods = map[string]any{
	"get":   func(of elementsOf, i int) goja.Value { return anyRuntime.ToValue(halfAt(of, i).Float()) },
	"set":   func(of elementsOf, i int, v goja.Value) { *halfAt(of, i) = HalfOf(v.ToFloat()) },
	"toRaw": func(_ elementsOf, v goja.Value) uint64 { return uint64(HalfOf(v.ToFloat())) },
	"less":  func(of elementsOf, i, j int) bool { return halfAt(of, i).Before(*halfAt(of, j)) },
	"typeMatch": func(_ elementsOf, v goja.Value) bool { // reports whether an element can be this number
		return goja.IsNumber(v) && (goja.IsNaN(v) || HalfOf(v.ToFloat()).Float() == v.ToFloat())
	},
	"export":     func(of elementsOf, offset, length int) any { return unsafe.Slice(halfAt(of, offset), length) },
	"exportType": func(elementsOf) reflect.Type { return reflect.TypeFor[[]Half]() },
}

// Before reports whether sorting puts a number before another: -0 comes before 0, and NaN last.
func (h Half) Before(other Half) bool {
	a, b := h.Float(), other.Float()
	switch {
	case math.IsNaN(a):
		return false
	case math.IsNaN(b):
		return true
	case a == 0 && b == 0:
		return math.Signbit(a) && !math.Signbit(b)
	}
	return a < b
}

// viewSignatures are those of the methods that are replaced.
var viewSignatures = map[string]string{
	"get": "(int) goja.Value", "set": "(int, goja.Value)", "toRaw": "(goja.Value) uint64", "less": "(int, int) bool",
	"typeMatch": "(goja.Value) bool", "export": "(int, int) interface {}", "exportType": "() reflect.Type",
}

// checkHalves makes the table of a sample's methods one of halves.
var checkHalves = sync.OnceValue(func() error {
	if err := checkBuffers(); err != nil {
		return err
	}
	made, err := goja.New().RunString("new Uint16Array(1)")
	if err != nil {
		return err
	}
	sample := made.(*goja.Object)
	methods, found := implementation(sample).FieldByName("typedArray")
	if !found || methods.Type.NumMethod() != viewMethodCount {
		return fmt.Errorf("%s has other methods", methods.Type)
	}
	halves = *(*viewMethods)(ViewOf(sample).TypedArray.table)
	var errs []error
	for i := range viewMethodCount {
		m := methods.Type.Method(i)
		errs = append(errs, isCode(halves.code[i], "goja.(*uint16Array)."+m.Name))
		by := halfMethods[m.Name]
		if by == nil {
			continue
		}
		if want := "func" + viewSignatures[m.Name]; m.Type.String() != want {
			errs = append(errs, fmt.Errorf("the method %s is a %s, not a %s", m.Name, m.Type, want))
		}
		halves.code[i] = codeOf(by)
	}
	return errors.Join(errs...)
})
