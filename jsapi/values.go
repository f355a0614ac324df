package jsapi

import (
	"strconv"

	"github.com/dop251/goja"
)

func integer(v goja.Value) int {
	if v == nil {
		return 0
	}
	return int(v.ToInteger())
}

func text(v goja.Value) string {
	if v == nil || goja.IsUndefined(v) || goja.IsNull(v) {
		return ""
	}
	return v.String()
}

func index(i int) string { return strconv.Itoa(i) }

func absent(v goja.Value) bool { return v == nil || goja.IsUndefined(v) || goja.IsNull(v) }
