package inside

import (
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"unsafe"
)

// methods is the table of an interface with one method, as package runtime lays it out; those with more go on with further ones.
type methods struct {
	inter, kind unsafe.Pointer
	hash        uint32
	first       uintptr // the code of the method
}

// isCode returns why code is not that of a function: its name ends in another way. What is compiled into it has other names, which
// come first.
func isCode(code uintptr, name string) error {
	frames := runtime.CallersFrames([]uintptr{code + 1})
	for {
		frame, more := frames.Next()
		if more {
			continue
		}
		if frame.Entry != code || !strings.HasSuffix(frame.Function, name) {
			return fmt.Errorf("the code of %s is where that of %s is expected", frame.Function, name)
		}
		return nil
	}
}

// function returns the function whose code is at an address. A function's value is a pointer to the address.
func function[F any](code *uintptr) F { return *(*F)(unsafe.Pointer(&code)) }

// codeOf returns the address of a function's code.
func codeOf(function any) uintptr { return reflect.ValueOf(function).Pointer() }

// Identity is which function a function is.
type Identity struct{ closure unsafe.Pointer }

// IdentityOf returns that of a built-in's function.
func IdentityOf(f Native) Identity { return Identity{*(*unsafe.Pointer)(unsafe.Pointer(&f))} }
