package web

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/dop251/goja"
)

// The bounds of what is shown of one value.
const (
	inspectItems  = 100   // elements of an array, Map or Set
	inspectKeys   = 60    // properties of an object
	inspectString = 10000 // characters of a text
	inspectWidth  = 76    // up to which an object stays on one line
)

// inspector renders values as Node's util.inspect does, for people.
type inspector struct {
	*realm
	depth  int // how deep to go
	budget int // bytes that may still be written
	inside []*goja.Object
}

// inspect renders a value; nothing a getter or a proxy does can make it fail.
func (r *realm) inspect(v goja.Value, depth, budget int) string {
	in := &inspector{realm: r, depth: depth, budget: budget}
	text := "<a value that cannot be shown>"
	if exception := r.rt.Try(func() { text = in.value(v) }); exception != nil {
		return "<a value that cannot be shown: " + exception.Error() + ">"
	}
	return text
}

// value renders a value inside another: texts in quotes.
func (in *inspector) value(v goja.Value) string {
	if in.budget <= 0 {
		return "…"
	}
	text := in.render(v)
	in.budget -= len(text)
	return text
}

func (in *inspector) render(v goja.Value) string {
	switch v := v.(type) {
	case nil:
		return "undefined"
	case goja.String:
		return quote(v)
	case *goja.Symbol:
		return "Symbol(" + v.String() + ")"
	case *goja.Object:
		return in.object(v)
	}
	if goja.IsBigInt(v) {
		return v.String() + "n"
	}
	if goja.IsNumber(v) && v.ToFloat() == 0 && math.Signbit(v.ToFloat()) {
		return "-0"
	}
	return v.String()
}

// quote chooses the quotes that the text does not have.
func quote(v goja.String) string {
	omitted := v.Length() - inspectString
	if omitted > 0 {
		v = v.Substring(0, inspectString)
	}
	text := v.String()
	mark := "'"
	if strings.Contains(text, "'") {
		mark = `"`
		if strings.Contains(text, `"`) {
			mark = "`"
		}
	}
	if strings.ContainsAny(text, "'\"`") && strings.Contains(text, mark) {
		mark = "'"
		text = strings.ReplaceAll(text, "'", `\'`)
	}
	text = escapes.Replace(text)
	if omitted > 0 {
		return fmt.Sprintf("%s%s%s... %d more characters", mark, text, mark, omitted)
	}
	return mark + text + mark
}

var escapes = strings.NewReplacer("\n", `\n`, "\r", `\r`, "\t", `\t`, "\b", `\b`, "\f", `\f`, "\v", `\v`, "\x00", `\x00`, "\x1b", `\x1b`)

func (in *inspector) object(o *goja.Object) string {
	for _, outer := range in.inside {
		if outer == o {
			return "[Circular]"
		}
	}
	if o.ExportType() == proxyType {
		return in.proxy(o)
	}
	if o.ClassName() == "Error" {
		return in.err(o)
	}
	if len(in.inside) > in.depth {
		return "[" + in.title(o) + "]"
	}
	in.inside = append(in.inside, o)
	defer func() { in.inside = in.inside[:len(in.inside)-1] }()
	return in.content(o)
}

func (in *inspector) proxy(o *goja.Object) string {
	target := o.Export().(goja.Proxy).Target()
	if target == nil {
		return "<Revoked Proxy>"
	}
	in.inside = append(in.inside, o)
	defer func() { in.inside = in.inside[:len(in.inside)-1] }()
	return in.value(target)
}

// title is the name of the class, and for an object without prototype a note of that.
func (in *inspector) title(o *goja.Object) string {
	for p := o.Prototype(); p != nil; p = p.Prototype() {
		if p.ExportType() == proxyType {
			break
		}
		if constructor, ok := p.Get("constructor").(*goja.Object); ok {
			if name := constructor.Get("name"); name != nil && name.String() != "" {
				return name.String()
			}
		}
	}
	if o.ClassName() == "Object" {
		return "Object: null prototype"
	}
	return o.ClassName()
}

func (in *inspector) content(o *goja.Object) string {
	if _, callable := goja.AssertFunction(o); callable {
		return in.withMembers(o, functionTitle(o), nil)
	}
	if o.ExportType() == bufferType || in.isView(o) {
		return in.bytes(o)
	}
	title := in.title(o)
	switch class := classOf(o); class {
	case "Array":
		return in.array(o, title)
	case "Map", "Set":
		return in.collection(o, class, title)
	case "Date":
		return in.withMembers(o, dateText(in.internalOf("Date", "toISOString", o)), nil)
	case "RegExp":
		return in.withMembers(o, o.String(), nil)
	case "Promise":
		return in.promise(o)
	case "Boolean", "Number", "String", "BigInt", "Symbol":
		return in.boxed(o, class)
	}
	return in.plain(o, title)
}

// plain renders an object by its own properties, and those with a getter of its class:
// a URL or a Response has no other.
func (in *inspector) plain(o *goja.Object, title string) string {
	prefix := ""
	if title != "Object" {
		prefix = title + " "
		if strings.Contains(title, ":") {
			prefix = "[" + title + "] "
		}
	}
	if tag, ok := o.GetSymbol(goja.SymToStringTag).(goja.String); ok && tag.String() != title && tag.Length() > 0 {
		prefix = title + " [" + tag.String() + "] "
	}
	return prefix + in.braces("{", append(in.members(o, nil), in.webMembers(o)...), "}")
}

// webMembers are the enumerable accessors of the prototype, which the classes of this
// package have.
func (in *inspector) webMembers(o *goja.Object) []string {
	prototype := o.Prototype()
	if prototype == nil || prototype.GetSymbol(goja.SymToStringTag) == nil || prototype.ExportType() == proxyType {
		return nil
	}
	var members []string
	for _, key := range prototype.Keys() {
		var value goja.Value
		if in.rt.Try(func() { value = o.Get(key) }) != nil {
			continue
		}
		if _, callable := goja.AssertFunction(value); !callable {
			members = append(members, keyText(key)+": "+in.value(value))
		}
	}
	return members
}

func (in *inspector) array(o *goja.Object, title string) string {
	length := int(o.Get("length").ToInteger())
	var items []string
	holes := 0
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
		items = append(items, in.value(element))
	}
	flush()
	items = append(items, more(length-shown)...)
	if length <= inspectItems {
		items = append(items, in.members(o, isIndex)...)
	}
	prefix := ""
	if title != "Array" {
		prefix = fmt.Sprintf("%s(%d) ", title, length)
	}
	return prefix + in.braces("[", items, "]")
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
	each := in.rt.ToValue(func(call goja.FunctionCall) goja.Value {
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
		data, _ := in.bytesOf(o)
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
		items = append(items, more(length-len(items))...)
		return fmt.Sprintf("%s(%d) %s", class, length, in.braces("[", items, "]"))
	}
}

func (in *inspector) promise(o *goja.Object) string {
	promise, ok := o.Export().(*goja.Promise)
	if !ok {
		return "Promise {}"
	}
	state := "<pending>"
	switch promise.State() {
	case goja.PromiseStateFulfilled:
		state = in.value(promise.Result())
	case goja.PromiseStateRejected:
		state = "<rejected> " + in.value(promise.Result())
	}
	return in.braces("Promise {", []string{state}, "}")
}

func (in *inspector) boxed(o *goja.Object, class string) string {
	value := in.internalOf(class, "valueOf", o)
	keep := func(key string) bool { return class == "String" && (isIndex(key) || key == "length") }
	return in.withMembers(o, "["+class+": "+in.value(value)+"]", keep)
}

// withMembers renders what an object is, followed by its own properties if any.
func (in *inspector) withMembers(o *goja.Object, what string, leave func(string) bool) string {
	members := in.members(o, leave)
	if len(members) == 0 {
		return what
	}
	return what + " " + in.braces("{", members, "}")
}

// members renders the own enumerable properties, without calling getters.
func (in *inspector) members(o *goja.Object, leave func(string) bool) []string {
	var members []string
	keys := o.Keys()
	for i, key := range keys {
		if leave != nil && leave(key) {
			continue
		}
		if len(members) >= inspectKeys {
			return append(members, fmt.Sprintf("... %d more properties", len(keys)-i))
		}
		members = append(members, keyText(key)+": "+in.property(o, key))
		if in.budget <= 0 {
			return append(members, "…")
		}
	}
	for _, symbol := range o.Symbols() {
		if symbol != goja.SymToStringTag && o.GetSymbol(symbol) != nil && len(members) < inspectKeys {
			members = append(members, "[Symbol("+symbol.String()+")]: "+in.value(o.GetSymbol(symbol)))
		}
	}
	return members
}

func (in *inspector) property(o *goja.Object, key string) string {
	if descriptor, ok := in.descriptorOf(o, key).(*goja.Object); ok {
		get, set := descriptor.Get("get"), descriptor.Get("set")
		hasGet, hasSet := get != nil && !goja.IsUndefined(get), set != nil && !goja.IsUndefined(set)
		switch {
		case hasGet && hasSet:
			return "[Getter/Setter]"
		case hasGet:
			return "[Getter]"
		case hasSet:
			return "[Setter]"
		}
		return in.value(descriptor.Get("value"))
	}
	return in.value(o.Get(key))
}

var plainKey = regexp.MustCompile(`^[A-Za-z_$][\w$]*$`)

func keyText(key string) string {
	if plainKey.MatchString(key) {
		return key
	}
	return "'" + escapes.Replace(strings.ReplaceAll(key, "'", `\'`)) + "'"
}

// braces puts the items on one line if they fit, else each on its own.
func (in *inspector) braces(open string, items []string, closing string) string {
	if len(items) == 0 {
		return open + closing
	}
	width := len(open) + len(closing)
	simple := true
	for _, item := range items {
		width += len(item) + 2
		simple = simple && !strings.Contains(item, "\n")
	}
	if simple && width <= inspectWidth {
		return open + " " + strings.Join(items, ", ") + " " + closing
	}
	indented := strings.ReplaceAll(strings.Join(items, ",\n"), "\n", "\n  ")
	return open + "\n  " + indented + "\n" + closing
}

// functionTitle names a function or a class.
func functionTitle(o *goja.Object) string {
	name := ""
	if n := o.Get("name"); n != nil {
		name = n.String()
	}
	if strings.HasPrefix(o.String(), "class") {
		parent := ""
		if p := o.Prototype(); p != nil {
			if n := p.Get("name"); n != nil && n.String() != "" {
				parent = " extends " + n.String()
			}
		}
		if name == "" {
			name = "(anonymous)"
		}
		return "[class " + name + parent + "]"
	}
	kind := "Function"
	if tag := o.GetSymbol(goja.SymToStringTag); tag != nil {
		kind = tag.String()
	}
	if name == "" {
		return "[" + kind + " (anonymous)]"
	}
	return "[" + kind + ": " + name + "]"
}

// shortSource is the beginning of a function's text.
func shortSource(o *goja.Object) string {
	text := o.String()
	if len(text) > 60 {
		text = strings.ToValidUTF8(text[:60], "") + "…"
	}
	return text
}

func dateText(v goja.Value) string {
	if v == nil {
		return "Invalid Date"
	}
	return v.String()
}

// err renders an Error by its stack, which begins with name and message, then its
// cause and its own properties.
func (in *inspector) err(o *goja.Object) string {
	text := in.errorHead(o)
	if len(in.inside) > in.depth {
		return "[" + text + "]"
	}
	in.inside = append(in.inside, o)
	defer func() { in.inside = in.inside[:len(in.inside)-1] }()
	members := in.members(o, func(key string) bool { return key == "stack" || key == "message" || key == "cause" })
	if errors := o.Get("errors"); errors != nil && in.title(o) == "AggregateError" {
		members = append(members, "[errors]: "+in.value(errors))
	}
	if cause := o.Get("cause"); cause != nil && !goja.IsUndefined(cause) {
		members = append(members, "[cause]: "+in.value(cause))
	}
	if len(members) == 0 {
		return text
	}
	return text + " {\n  " + strings.ReplaceAll(strings.Join(members, ",\n"), "\n", "\n  ") + "\n}"
}

func (in *inspector) errorHead(o *goja.Object) string {
	head := o.String()
	stack := o.Get("stack")
	if stack == nil {
		return "[" + head + "]"
	}
	_, frames, found := strings.Cut(stack.String(), "\n")
	if !found {
		return head
	}
	// The message may itself have several lines; the frames begin with the first "at".
	for !strings.HasPrefix(strings.TrimSpace(frames), "at ") && frames != "" {
		_, frames, _ = strings.Cut(frames, "\n")
	}
	var kept []string
	for line := range strings.SplitSeq(frames, "\n") {
		if line = strings.TrimSpace(line); line != "" && !strings.Contains(line, internalPrefix) {
			kept = append(kept, "    "+withoutCounter(line))
		}
	}
	return strings.Join(append([]string{head}, kept...), "\n")
}

var counter = regexp.MustCompile(`\(\d+\)(\)?)$`)

// withoutCounter drops goja's program counter from the end of a frame.
func withoutCounter(line string) string { return counter.ReplaceAllString(line, "$1") }
