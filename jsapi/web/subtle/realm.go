package subtle

import (
	"context"
	"errors"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi/web/part"
	"github.com/fwrun/fwrun/security/crypt/turns"
	"github.com/fwrun/fwrun/security/crypt/webcrypto"
)

// The most that is in work at a time in one VM: bytes that were copied, and operations. A single operation may have more bytes, since a script has
// those already.
const (
	mostBytes      = 128 << 20
	mostOperations = 10_000
)

// realm is the part in one VM.
type realm struct {
	*part.Realm
	load   *turns.Load
	subtle goja.Value // the only SubtleCrypto
	recent struct {   // the CryptoKey that was used last
		object goja.Value
		key    *webcrypto.Key
	}
}

// outcome makes a value for a script of what was worked out.
type outcome func() goja.Value

// quickBytes is how many bytes are worked on at once on the VM: that takes some tens of microseconds, and so does handing them to another goroutine
// and back.
const quickBytes = 64 << 10

func isFew(pieces ...[]byte) bool {
	total := 0
	for _, data := range pieces {
		total += len(data)
	}
	return total <= quickBytes
}

// start does work away from the VM, and returns the promise of its outcome. The work has copies of so many bytes.
func (s *realm) start(name string, copied int, work func(ctx context.Context) (outcome, error)) goja.Value {
	done := s.load.Add(copied)
	return s.VM.GoFor("crypto.subtle."+name, func(ctx context.Context) (vm.Result, error) {
		defer done()
		got, err := inTurn(ctx, copied, work)
		if failed, known := errors.AsType[*webcrypto.Error](err); known {
			return func(*goja.Runtime) (goja.Value, error) { return nil, &vm.Thrown{Value: s.errorOf(failed)} }, nil
		}
		if err != nil {
			return nil, err
		}
		return func(*goja.Runtime) (goja.Value, error) { return got(), nil }, nil
	})
}

// muchBytes is from how many bytes work waits for its turn, so that it leaves processors to others.
const muchBytes = 1 << 20

func inTurn(ctx context.Context, copied int, work func(ctx context.Context) (outcome, error)) (got outcome, err error) {
	if copied < muchBytes {
		return work(ctx)
	}
	if waiting := turns.OfData().Take(ctx, func() { got, err = work(ctx) }); errors.Is(waiting, turns.ErrTooMany) {
		return nil, &webcrypto.Error{
			Name:    "OperationError",
			Message: "Too much data is being processed at the same time: await earlier operations first",
		}
	} else if waiting != nil {
		return nil, waiting
	}
	return got, err
}

// startQuick is like start for work on data that is still the script's: work that is quick is done at once, with the data where it is, and other work
// with a copy.
func (s *realm) startQuick(isQuick bool, name string, held int, data []byte,
	work func(ctx context.Context, data []byte) (outcome, error),
) goja.Value {
	if !isQuick {
		own := s.copied(data)
		return s.start(name, held, func(ctx context.Context) (outcome, error) {
			defer release(own)
			return work(ctx, own)
		})
	}
	promise, resolve, reject := s.Runtime.NewPromise()
	got, err := work(s.VM.Context(), data)
	if failed, known := errors.AsType[*webcrypto.Error](err); known {
		err = reject(s.errorOf(failed))
	} else if err == nil {
		err = resolve(got())
	}
	s.must(err)
	return s.Runtime.ToValue(promise)
}

// errorOf returns what is thrown for an error.
func (s *realm) errorOf(failed *webcrypto.Error) goja.Value {
	if failed.Name == "TypeError" {
		return s.Runtime.NewTypeError("%s", failed.Message)
	}
	return s.NewDOMException(failed.Name, failed.Message)
}

// must throws an error of package webcrypto.
func (s *realm) must(err error) {
	if failed, ok := errors.AsType[*webcrypto.Error](err); ok {
		panic(s.errorOf(failed))
	}
	if err != nil {
		panic(s.VM.ErrorValue(err))
	}
}

// copied returns a copy of bytes, unless too many are in work.
func (s *realm) copied(data []byte) []byte {
	if s.load.Full(len(data)) {
		s.DOMException("OperationError", "Too much data is being processed at the same time: await earlier operations first")
	}
	return clone(data)
}

// keyOf returns the key that a CryptoKey refers to, or nil.
func (s *realm) keyOf(value goja.Value) *webcrypto.Key {
	if value == s.recent.object && value != nil {
		return s.recent.key
	}
	keyOf, ok := goja.AssertFunction(s.Shared("keyOf"))
	if !ok {
		return nil
	}
	found, err := keyOf(goja.Undefined(), value)
	if err != nil || found == nil {
		return nil
	}
	key, ok := found.Export().(*webcrypto.Key)
	if ok {
		s.recent.object, s.recent.key = value, key
	}
	return key
}

// cryptoKey returns a CryptoKey.
func (s *realm) cryptoKey(k *webcrypto.Key) goja.Value {
	newKey, ok := goja.AssertFunction(s.Shared("newKey"))
	if !ok {
		panic(s.Runtime.NewTypeError("there is no CryptoKey"))
	}
	to := s.Runtime.ToValue
	object, err := newKey(goja.Undefined(), to(k), to(k.Type), to(k.Extractable), s.algorithm(k.Algorithm), s.list(k.Usages.Names()))
	if err != nil {
		panic(err)
	}
	return object
}

// algorithm returns the attribute algorithm of a key.
func (s *realm) algorithm(a webcrypto.KeyAlgorithm) goja.Value {
	object := s.Runtime.NewObject()
	_ = object.Set("name", a.Name)
	if a.ModulusLength > 0 {
		_ = object.Set("modulusLength", a.ModulusLength)
		_ = object.Set("publicExponent", s.NewBytes(append([]byte{}, a.PublicExponent...)))
	}
	if a.Hash != "" {
		hash := s.Runtime.NewObject()
		_ = hash.Set("name", a.Hash)
		_ = object.Set("hash", hash)
	}
	if a.NamedCurve != "" {
		_ = object.Set("namedCurve", a.NamedCurve)
	}
	if a.Length > 0 {
		_ = object.Set("length", a.Length)
	}
	return object
}

func (s *realm) list(texts []string) goja.Value {
	items := make([]any, len(texts))
	for i, text := range texts {
		items[i] = text
	}
	return s.Runtime.NewArray(items...)
}
