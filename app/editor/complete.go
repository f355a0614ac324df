package editor

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/fwrun/fwrun/lsp"
	"github.com/fwrun/fwrun/platform/config"
)

// Complete lists what can be written at the cursor: keys in placeholders and in the configuration, names of beans, tables and columns.
func (e *Editor) Complete(place lsp.Cursor) []lsp.Completion {
	x, at := e.seen.Load(), cursorOf(place)
	if _, typed, ok := at.key(); ok {
		return x.keysFor(at.Text[at.offset-typed : at.offset])
	}
	if isYAML(at.File) {
		return x.completeYAML(at)
	}
	if _, ok := at.argumentOf("Qualifier"); ok {
		return x.namesFor(at.Text[at.within.from:at.offset])
	}
	if at.isSQL() {
		return x.completeSQL(at)
	}
	return nil
}

// keysFor lists the keys that contain what is typed: first those that are set.
func (x *index) keysFor(typed string) (list []lsp.Completion) {
	if x.Properties == nil {
		return nil
	}
	for _, v := range x.Properties.All() {
		if strings.Contains(fold(v.Key), fold(typed)) {
			text, _ := shown(v).(string)
			list = append(list, lsp.Completion{Text: v.Key, Detail: cmp.Or(text, v.Origin.String()), Before: len(typed)})
		}
	}
	return list
}

// namesFor lists the beans whose names contain what is typed.
func (x *index) namesFor(typed string) (list []lsp.Completion) {
	if x.Manifest == nil {
		return nil
	}
	for _, b := range x.Manifest.Beans {
		if strings.Contains(strings.ToLower(b.Name), strings.ToLower(typed)) {
			list = append(list, lsp.Completion{Text: b.Name, Detail: b.TypeName, Before: len(typed)})
		}
	}
	return list
}

// known is a key that something reads, by its segments: * is any name, [] an element of a list.
type known struct {
	config.Key
	path []string
}

// keys returns the keys of the framework.
var keys = sync.OnceValue(func() (list []known) {
	add := func(k config.Key) { list = append(list, known{k, segments(k.Name)}) }
	for _, k := range config.Keys() {
		add(k)
		for _, one := range k.Each {
			about := one
			about.Name = strings.TrimSuffix(k.Name+".*."+one.Name, ".")
			add(about)
		}
	}
	return list
})

func segments(key string) []string {
	return strings.FieldsFunc(strings.ReplaceAll(key, "[", ".["), func(r rune) bool { return r == '.' })
}

// documented returns the framework's key of a name.
func documented(key string) (config.Key, bool) {
	path := segments(key)
	for _, k := range keys() {
		if len(k.path) == len(path) && k.begins(path) {
			return k.Key, true
		}
	}
	return config.Key{}, false
}

// begins reports whether a path leads to the key, or to a section of it.
func (k known) begins(path []string) bool {
	for i, name := range path {
		switch {
		case i >= len(k.path):
			return false
		case k.path[i] == "*" || k.path[i] == "[]" && name[0] == '[':
		case fold(k.path[i]) != fold(name):
			return false
		}
	}
	return true
}

// all returns the keys of the framework, and those that the application reads.
func (x *index) all() []known {
	list := slices.Clone(keys())
	if x.Manifest == nil {
		return list
	}
	own := func(key, about string) {
		list = append(list, known{config.Key{Name: key, Doc: about}, segments(key)})
	}
	for _, p := range x.Manifest.Properties {
		for _, r := range config.References(p.Text) {
			own(r.Key, cmp.Or(p.Doc, "Read by "+p.What+"."))
		}
	}
	for _, s := range x.Manifest.Settings {
		for _, f := range s.Fields {
			own(s.Prefix+"."+f.JSON, "Read by "+s.Class.Name+".")
		}
	}
	return list
}

// completeYAML lists the keys of the section that the cursor is in, or the values of the key before it.
func (x *index) completeYAML(at cursor) (list []lsp.Completion) {
	before := at.before()
	typed := strings.TrimLeft(before, " -")
	if name, value, isValue := strings.Cut(typed, ":"); isValue {
		key, _ := documented(strings.Join(append(at.section(), name), "."))
		choices := key.Choices
		if key.Type == config.TypeBool {
			choices = []string{"true", "false"}
		}
		value = strings.TrimLeft(value, " ")
		for _, choice := range choices {
			if strings.HasPrefix(strings.ToLower(choice), strings.ToLower(value)) {
				list = append(list, lsp.Completion{Text: choice, About: key.Meaning(), Before: len(value)})
			}
		}
		return list
	}
	path := append(at.section(), segments(typed)...)
	if typed != "" && !strings.HasSuffix(typed, ".") {
		path = path[:len(path)-1]
	}
	last, offered := typed[strings.LastIndexByte(typed, '.')+1:], map[string]bool{}
	for _, k := range x.all() {
		if len(k.path) <= len(path) || !k.begins(path) {
			continue
		}
		name := k.path[len(path)]
		if name == "*" || name == "[]" || offered[name] || !strings.HasPrefix(fold(name), fold(last)) {
			continue
		}
		offered[name] = true
		one := lsp.Completion{Text: name + ":", Detail: "section", Before: len(last)}
		if len(k.path) == len(path)+1 {
			one = lsp.Completion{Text: name + ": ", Detail: cmp.Or(k.Default, string(k.Type)), About: k.Meaning(), Before: len(last)}
		}
		list = append(list, one)
	}
	return list
}

// yamlKey returns the key whose name the cursor is in.
func (c *cursor) yamlKey() (key string, ok bool) {
	text := strings.TrimLeft(c.line, " -")
	name, _, isKey := strings.Cut(text, ":")
	begin := len(c.line) - len(text)
	if at := byteIn(c.line, c.Col-1); !isKey || at < begin || at > begin+len(name) || strings.HasPrefix(text, "#") {
		return "", false
	}
	return strings.ReplaceAll(strings.Join(append(c.section(), strings.Trim(name, `"' `)), "."), ".[", "["), true
}

// section returns the names of the sections around the line of the cursor, from the outside in; [2] is the third element of a list.
func (c *cursor) section() (path []string) {
	lines := strings.Split(c.Text, "\n")
	indent := len(c.line) - len(strings.TrimLeft(c.line, " -"))
	item, count := -1, 0 // where the dash of the element is that the line is in, and how many elements are before that
	if dash := strings.IndexByte(c.line, '-'); dash >= 0 && dash < indent {
		path, item, indent = []string{""}, dash, dash+1
	}
	into := func(name string) {
		if item >= 0 {
			path[0] = "[" + strconv.Itoa(count) + "]"
		}
		path, item, count = append([]string{name}, path...), -1, 0
	}
	for n := min(c.Line-2, len(lines)-1); n >= 0 && indent > 0; n-- {
		text := strings.TrimLeft(lines[n], " ")
		at := len(lines[n]) - len(text)
		name, _, isKey := strings.Cut(strings.TrimLeft(text, "- "), ":")
		isItem := strings.HasPrefix(text, "- ")
		switch {
		case strings.TrimSpace(text) == "" || text[0] == '#' || at >= indent:
		case isItem && at == item:
			count++
		case isItem:
			if within := len(lines[n]) - len(strings.TrimLeft(text, "- ")); within < indent && isKey {
				into(strings.TrimSpace(name))
			}
			into("")
			item, indent = at, at+1
		case isKey:
			into(strings.Trim(name, `"' `))
			indent = at
		}
	}
	return path
}
