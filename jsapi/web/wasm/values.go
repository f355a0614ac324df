package wasm

import (
	"math"
	"math/big"
	"reflect"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/web/wasm/binary"
)

// toModule converts a value of a script to one of a type. It throws as the script would.
func (r *realm) toModule(v goja.Value, t binary.ValueType) uint64 {
	switch t {
	case binary.I32:
		return uint64(uint32(toInt32(v)))
	case binary.I64:
		return r.toInt64(v)
	case binary.F32:
		return uint64(math.Float32bits(float32(v.ToNumber().ToFloat())))
	case binary.F64:
		return math.Float64bits(v.ToNumber().ToFloat())
	case binary.ExternRef:
		return r.refs.hold(r, v)
	case binary.FuncRef:
		return r.funcRef(v)
	}
	r.throwType("type incompatibility when transforming from/to JS")
	return 0
}

// toScript converts a value of a type to one of scripts.
func (r *realm) toScript(bits uint64, t binary.ValueType) goja.Value {
	switch t {
	case binary.I32:
		return r.Runtime.ToValue(int32(uint32(bits)))
	case binary.I64:
		return r.Runtime.ToValue(big.NewInt(int64(bits)))
	case binary.F32:
		return r.Runtime.ToValue(float64(math.Float32frombits(uint32(bits))))
	case binary.F64:
		return r.Runtime.ToValue(math.Float64frombits(bits))
	case binary.ExternRef:
		return r.refs.value(bits)
	case binary.FuncRef:
		return r.funcValue(uintptr(bits))
	}
	r.throwType("type incompatibility when transforming from/to JS")
	return nil
}

// convert returns what becomes of a value that is passed as one of a type.
func (r *realm) convert(call goja.FunctionCall) goja.Value {
	t, _ := binary.TypeNamed(call.Argument(0).String())
	if t == binary.ExternRef || t == binary.FuncRef && goja.IsNull(call.Argument(1)) {
		return call.Argument(1)
	}
	return r.toScript(r.toModule(call.Argument(1), t), t)
}

// toInt32 is the operation ToInt32 of the language.
func toInt32(v goja.Value) int32 {
	number := v.ToNumber()
	if n, ok := number.Export().(int64); ok {
		return int32(n)
	}
	f := math.Trunc(number.ToFloat())
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return 0
	}
	if f >= math.MinInt64 && f < math.MaxInt64 {
		return int32(int64(f))
	}
	f = math.Mod(f, 1<<32)
	return int32(int64(f))
}

// toInt64 is the operation ToBigInt64 of the language.
func (r *realm) toInt64(v goja.Value) uint64 {
	if isBigInt(v) {
		if n := v.Export().(*big.Int); n.IsInt64() {
			return uint64(n.Int64())
		}
	}
	wrapped, err := r.asIntN(goja.Undefined(), r.Runtime.ToValue(64), v)
	if err != nil {
		panic(err)
	}
	return uint64(wrapped.Export().(*big.Int).Int64())
}

// behind returns what the host has made, if a value is that; nil if it is another one. Values of scripts are not exported: that
// would copy them, and run their getters.
func behind[T any](v goja.Value) *T {
	object, ok := v.(*goja.Object)
	if !ok || object.ExportType() != reflect.TypeFor[*T]() {
		return nil
	}
	return object.Export().(*T)
}

// isTransferable reports whether scripts can pass and take values of all these types.
func isTransferable(t *binary.FuncType) bool { return !t.Uses(binary.V128) }

var bigType = reflect.TypeFor[*big.Int]()
