package apptest

import (
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/jsapi/testapi"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/fault"
)

// configured is what a test file asks of its application by configure: it is read before the application is built.
type configured struct {
	profiles []string
	over     *config.Overlay // nil without properties
	calls    []fault.Place   // of configure
	problems fault.List
}

// configureReader reads the calls of one file.
type configureReader struct {
	*configured
	name  string
	tree  *source.Tree
	lines []string
}

// readConfigured reads the calls of configure at the top level of a test file.
func readConfigured(path, name, folder string) *configured {
	text, err := os.ReadFile(path)
	c := &configured{}
	if err != nil || !strings.Contains(string(text), "configure") {
		return c
	}
	r := &configureReader{configured: c, name: name, tree: source.ParseTree(name, text), lines: strings.Split(string(text), "\n")}
	locals := namesOf(source.Read(name, text), "configure")
	if r.tree == nil || len(locals) == 0 {
		return c
	}
	for _, n := range r.tree.Body {
		if n.Kind != source.NodeStatement || n.A == nil || n.A.Kind != source.NodeCall {
			continue
		}
		if called := n.A.A; called.Kind == source.NodeName && slices.Contains(locals, called.Name) {
			r.calls = append(r.calls, r.at(called.At))
			r.call(n.A, folder)
		}
	}
	r.problems.Sort()
	if r.over != nil {
		r.over.File, r.over.Text = name, string(text)
	}
	return c
}

// namesOf returns the names under which a file imports a function of the module for tests.
func namesOf(file *source.File, function string) (names []string) {
	for _, i := range file.Imports {
		if i.From == testapi.Name && i.Name == function && !i.TypeOnly {
			names = append(names, i.Local)
		}
	}
	return names
}

func (r *configureReader) at(offset int32) fault.Place {
	at := r.tree.At(offset)
	return fault.Place{File: r.name, Line: at.Line, Col: at.Col}
}

// refuse notes a problem with a part of the call.
func (r *configureReader) refuse(n *source.Node, severity fault.Severity, message, hint string) {
	d := fault.Diagnostic{Severity: severity, Code: "config-value", Place: r.at(n.At), Message: message, Hint: hint}
	d.Source = strings.TrimSuffix(r.lines[d.Place.Line-1], "\r")
	r.problems = append(r.problems, d)
}

var configureOptions = []string{"profiles", "properties"}

// call reads what one call asks for.
func (r *configureReader) call(call *source.Node, folder string) {
	const hint = `write configure({ profiles: ["mail"], properties: { "server.port": 8081 } })`
	if len(call.List) != 1 || call.List[0].Kind != source.NodeObject {
		r.refuse(call, fault.Err, "configure takes an object, written here", hint)
		return
	}
	for _, m := range r.members(call.List[0]) {
		switch m.Name {
		case "profiles":
			for _, one := range r.list(m.A) {
				r.profile(one, folder)
			}
		case "properties":
			if m.A.Kind != source.NodeObject {
				r.refuse(m.A, fault.Err, "properties takes an object with settings", hint)
				continue
			}
			if r.over == nil {
				r.over = &config.Overlay{}
			}
			r.over.Settings = append(r.over.Settings, r.settings(m.A)...)
		default:
			message, hint := "configure has no option "+m.Name, "it has "+strings.Join(configureOptions, " and ")
			if near := fault.Nearest(m.Name, configureOptions); near != "" {
				hint = "did you mean " + near + "?"
			}
			r.refuse(m, fault.Err, message, hint)
		}
	}
}

// list returns the items of a list, or the one that is no list.
func (r *configureReader) list(n *source.Node) []*source.Node {
	if n.Kind != source.NodeArray {
		return []*source.Node{n}
	}
	return slices.DeleteFunc(slices.Clone(n.List), func(n *source.Node) bool { return n == nil })
}

func (r *configureReader) profile(n *source.Node, folder string) {
	if n.Kind != source.NodeTemplate && n.Op != "string" {
		r.literals(n)
		return
	}
	name, _ := r.value(n).Value.(string)
	files := app.Profiles(folder)
	switch near := fault.Nearest(name, files); {
	case !config.IsProfile(name):
		r.refuse(n, fault.Err, strconv.Quote(name)+" is not a valid name of a profile", "use letters, digits, dots, dashes and underscores")
	case near != "" && !slices.Contains(files, name):
		r.refuse(n, fault.Warning, "the profile "+name+" has no file config/application-"+name+".yml", "did you mean "+near+"?")
	}
	r.profiles = append(r.profiles, name)
}

// members returns the members of an object that have a name and a value.
func (r *configureReader) members(object *source.Node) (list []*source.Node) {
	for _, m := range object.List {
		if m.Kind != source.NodeProperty || m.B != nil || m.Short || m.Op != "" || m.A == nil || m.Name == "" {
			r.literals(m)
			continue
		}
		list = append(list, m)
	}
	return list
}

func (r *configureReader) settings(object *source.Node) (list []config.Setting) {
	for _, m := range r.members(object) {
		list = append(list, config.Setting{Key: m.Name, Place: r.at(m.At), Value: r.value(m.A)})
	}
	return list
}

func (r *configureReader) literals(n *source.Node) {
	r.refuse(n, fault.Err, "configure takes literals only", "it is read before the tests run: write the value itself here")
}

// value reads a literal, a list or an object of them.
func (r *configureReader) value(n *source.Node) config.Written {
	w := config.Written{Place: r.at(n.At)}
	text := r.tree.Text[n.At:n.End]
	switch {
	case n.Kind == source.NodeTemplate && len(n.List) == 0, n.Kind == source.NodeLiteral && n.Op == "string":
		w.Value = source.StringValue(text)
	case n.Kind == source.NodeLiteral && n.Op == "boolean":
		w.Value = text == "true"
	case n.Kind == source.NodeLiteral && n.Op == "null":
	case n.Kind == source.NodeLiteral && n.Op == "number", n.Kind == source.NodeUnary && n.Op == "-" && n.A.Op == "number":
		w.Value = r.number(n, strings.ReplaceAll(strings.ReplaceAll(text, "_", ""), " ", ""))
	case n.Kind == source.NodeArray:
		items := []config.Written{}
		for _, item := range r.list(n) {
			items = append(items, r.value(item))
		}
		w.Value = items
	case n.Kind == source.NodeObject:
		w.Value = r.settings(n)
	default:
		r.literals(n)
	}
	return w
}

func (r *configureReader) number(n *source.Node, text string) any {
	if whole, err := strconv.ParseInt(text, 0, 64); err == nil {
		return whole
	}
	number, err := strconv.ParseFloat(text, 64)
	if err != nil {
		r.literals(n)
	}
	return number
}

// contains reports whether a place is that of a call that was read.
func (c *configured) contains(place fault.Place) bool {
	return slices.ContainsFunc(c.calls, func(call fault.Place) bool { return call.File == place.File && call.Line == place.Line })
}
