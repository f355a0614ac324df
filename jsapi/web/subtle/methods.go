package subtle

import (
	"fmt"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/web/part"
)

// method is a method of SubtleCrypto. All of them return promises, and reject them with what is thrown.
type method struct {
	name   string
	needed int // arguments
	work   part.Native
}

func (s *realm) methods() []method {
	return []method{
		{"encrypt", 3, s.encrypt},
		{"decrypt", 3, s.decrypt},
		{"sign", 3, s.sign},
		{"verify", 4, s.verify},
		{"digest", 2, s.digest},
		{"generateKey", 3, s.generate},
		{"deriveKey", 5, s.deriveKey},
		{"deriveBits", 2, s.deriveBits},
		{"importKey", 5, s.importKey},
		{"exportKey", 2, s.exportKey},
		{"wrapKey", 4, s.wrapKey},
		{"unwrapKey", 7, s.unwrapKey},
	}
}

// define adds the methods to a prototype.
func (s *realm) define(call goja.FunctionCall) goja.Value {
	prototype := call.Argument(0).ToObject(s.Runtime)
	for _, m := range s.methods() {
		fn := s.Function(m.name, s.rejecting(m))
		_ = fn.DefineDataProperty("length", s.Runtime.ToValue(m.needed), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
		_ = prototype.DefineDataProperty(m.name, fn, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
	return goja.Undefined()
}

// remember notes the only SubtleCrypto of the VM, and returns it.
func (s *realm) remember(call goja.FunctionCall) goja.Value {
	s.subtle = call.Argument(0)
	return s.subtle
}

// rejecting returns the function of a method. Most calls are short, so arguments are read here and not in a script.
func (s *realm) rejecting(m method) part.Native {
	return func(call goja.FunctionCall) (promise goja.Value) {
		thrown := s.Runtime.Try(func() {
			s.checkCall(m, call)
			promise = m.work(call)
		})
		if thrown == nil {
			return promise
		}
		rejected, _, reject := s.Runtime.NewPromise()
		s.must(reject(thrown.Value()))
		return s.Runtime.ToValue(rejected)
	}
}

// checkCall throws as WebIDL does for a wrong receiver and for arguments that are missing.
func (s *realm) checkCall(m method, call goja.FunctionCall) {
	if s.subtle == nil || call.This != s.subtle {
		s.TypeError(m.name + ": the receiver is not a SubtleCrypto")
	}
	if given := len(call.Arguments); given < m.needed {
		s.TypeError(fmt.Sprintf("%s: %d arguments required, but only %d present", m.name, m.needed, given))
	}
}
