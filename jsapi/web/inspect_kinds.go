package web

import (
	"fmt"
	"strconv"

	"github.com/dop251/goja"
)

func (in *inspector) array(o *goja.Object, title string) string {
	length := int(o.Get("length").ToInteger())
	var items []string
	holes, numbers := 0, true
	flush := func() {
		if holes > 0 {
			items = append(items, fmt.Sprintf("<%d empty item%s>", holes, plural(holes)))
			holes = 0
		}
	}
	shown := min(length, inspectItems)
	for i := range shown {
		element := o.Get(strconv.Itoa(i))
		if element == nil {
			holes++
			continue
		}
		flush()
		numbers = numbers && goja.IsNumber(element)
		items = append(items, in.value(element))
	}
	flush()
	rest := more(length - shown)
	if length <= inspectItems {
		rest = append(rest, in.members(o, isIndex)...)
	}
	prefix := ""
	if title != "Array" {
		prefix = fmt.Sprintf("%s(%d) ", title, length)
	}
	return prefix + in.brackets(items, rest, numbers)
}

func more(count int) []string {
	if count <= 0 {
		return nil
	}
	return []string{fmt.Sprintf("... %d more item%s", count, plural(count))}
}

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

func isIndex(key string) bool {
	_, err := strconv.ParseUint(key, 10, 32)
	return err == nil
}

func (in *inspector) collection(o *goja.Object, class, title string) string {
	var items []string
	count := 0
	each := in.Runtime.ToValue(func(call goja.FunctionCall) goja.Value {
		if count++; count <= inspectItems && in.budget > 0 {
			item := in.value(call.Argument(0))
			if class == "Map" {
				item = in.value(call.Argument(1)) + " => " + item
			}
			items = append(items, item)
		}
		return goja.Undefined()
	})
	in.internalOf(class, "forEach", o, each)
	items = append(append(items, more(count-len(items))...), in.members(o, nil)...)
	return fmt.Sprintf("%s(%d) %s", title, count, in.braces("{", items, "}"))
}

func (in *inspector) bytes(o *goja.Object) string {
	class := in.className(o)
	switch {
	case class == "ArrayBuffer" || class == "DataView":
		data, _ := in.Bytes(o)
		hex := fmt.Sprintf("% x", data[:min(len(data), 50)])
		if len(data) > 50 {
			hex += fmt.Sprintf(" ... %d more bytes", len(data)-50)
		}
		return fmt.Sprintf("%s { <%s>, byteLength: %d }", class, hex, len(data))
	default:
		length := int(o.Get("length").ToInteger())
		var items []string
		for i := range min(length, inspectItems) {
			items = append(items, in.value(o.Get(strconv.Itoa(i))))
		}
		return fmt.Sprintf("%s(%d) %s", class, length, in.brackets(items, more(length-len(items)), true))
	}
}

func (in *inspector) promise(o *goja.Object) string {
	promise, ok := o.Export().(*goja.Promise)
	if !ok {
		return "Promise {}"
	}
	state := in.paint(cyan, "<pending>")
	switch promise.State() {
	case goja.PromiseStateFulfilled:
		state = in.value(promise.Result())
	case goja.PromiseStateRejected:
		state = in.paint(cyan, "<rejected>") + " " + in.value(promise.Result())
	}
	return in.braces("Promise {", []string{state}, "}")
}

func (in *inspector) boxed(o *goja.Object, class string) string {
	value := in.internalOf(class, "valueOf", o)
	if text, ok := value.(goja.String); ok && text.Length() > inspectString {
		return "[" + class + ": " + in.value(value) + "]" // the number of its keys equals its length
	}
	keep := func(key string) bool { return class == "String" && (isIndex(key) || key == "length") }
	return in.withMembers(o, in.paint(cyan, "["+class+": ")+in.value(value)+in.paint(cyan, "]"), keep)
}

func dateText(v goja.Value) string {
	if v == nil {
		return "Invalid Date"
	}
	return v.String()
}
