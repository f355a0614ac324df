package client

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// function is an operation as clients call it.
type function struct {
	operation string // its operationId
	name      string
	about     []string
	args      string // the type of its first argument; empty if it takes nothing
	optional  bool   // the argument may be left out
	result    result
	call      string // the description for the runtime
}

// group has the functions of a controller. The group without a name has those of no controller.
type group struct {
	name      string
	about     []string
	functions []function
}

// found is an operation of the document, with its place.
type found struct {
	*operation
	id, method, path string
	shared           []parameter // of the path
}

// groupsOf returns the functions of a document, sorted by name.
func groupsOf(d *spec, types *types) ([]group, error) {
	byGroup := map[string][]found{}
	for _, o := range operationsOf(d) {
		name, _ := o.names()
		byGroup[name] = append(byGroup[name], o)
	}
	about := d.aboutGroups()
	var list []group
	for _, name := range slices.Sorted(maps.Keys(byGroup)) {
		inside := &namer{}
		if name == "" { // beside the groups
			inside.used = slices.Collect(maps.Keys(byGroup))
		}
		g := group{name: name, about: about[name]}
		for _, o := range byGroup[name] {
			_, member := o.names()
			f, err := functionOf(d, types, o, inside.name(member))
			if err != nil {
				return nil, fmt.Errorf("%s %s: %w", o.method, o.path, err)
			}
			g.functions = append(g.functions, f)
		}
		slices.SortFunc(g.functions, func(a, b function) int { return strings.Compare(a.name, b.name) })
		list = append(list, g)
	}
	return list, nil
}

// operationsOf returns all operations, sorted by their ids, so that names which collide are numbered the same each time.
func operationsOf(d *spec) (list []found) {
	for path, item := range d.Paths {
		for method, o := range item.byMethod() {
			id := o.ID
			if id == "" {
				id = lowerFirst(strings.ToLower(method) + " " + path)
			}
			list = append(list, found{o, id, method, path, item.Parameters})
		}
	}
	slices.SortFunc(list, func(a, b found) int {
		return cmp.Or(strings.Compare(a.id, b.id), strings.Compare(a.path, b.path), strings.Compare(a.method, b.method))
	})
	return list
}

// names returns the names of the group and of the function: users and find of Users_find. An id that begins with a small letter, and
// has no tag, is that of a function beside the groups.
func (o found) names() (group, name string) {
	before, after, two := strings.Cut(o.id, "_")
	if !two || memberName(before) == "_" || memberName(after) == "_" || len(o.Tags) == 0 && lowerFirst(o.id) == o.id {
		return "", memberName(o.id)
	}
	return memberName(before), memberName(after)
}

// aboutGroups returns the comments of the groups: the descriptions of the tags of their names.
func (d *spec) aboutGroups() map[string][]string {
	list := map[string][]string{}
	for _, tag := range d.Tags {
		list[memberName(tag.Name)] = about(false, tag.Description)
	}
	return list
}

func functionOf(d *spec, types *types, o found, name string) (function, error) {
	f := function{operation: o.id, name: name}
	summary := o.Summary
	if strings.EqualFold(notInNames.ReplaceAllString(summary, ""), name) { // it says nothing more
		summary = ""
	}
	f.about = about(o.Deprecated, summary+"\n\n"+o.Description)
	arguments, err := argumentsOf(d, types, o)
	if err != nil {
		return f, err
	}
	f.args, f.optional = arguments.text()
	if f.result, err = o.result(d, types); err != nil {
		return f, err
	}
	f.call = fmt.Sprintf("{ id: %s, method: %s, path: %s, %saccept: %s, result: %s }",
		quote(o.id), quote(o.method), quote(o.path), arguments.call(), quote(f.result.accept), quote(f.result.kind))
	return f, nil
}

// interfaceOf writes the interface with the types of all functions.
func interfaceOf(groups []group) string {
	var out strings.Builder
	out.WriteString("/** The operations of the application. */\nexport interface Api {\n")
	for _, m := range sorted(groups) {
		if m.group == nil {
			out.WriteString(m.function.declaration("  "))
			continue
		}
		out.WriteString(comment("  ", m.group.about...))
		out.WriteString("  readonly " + m.group.name + ": {\n")
		for _, f := range m.group.functions {
			out.WriteString(f.declaration("    "))
		}
		out.WriteString("  };\n")
	}
	out.WriteString("}\n\n")
	return out.String()
}

func (f function) declaration(indent string) string {
	mark, args := "", f.args
	if f.optional {
		mark = "?"
	}
	if args == "" {
		args = "NoArguments"
	}
	return comment(indent, f.about...) + indent + f.name + "(args" + mark + ": " + indented(args, indent) + ", call?: CallOptions): " +
		indented(f.result.declared, indent) + ";\n"
}

// factoryOf writes the function that makes a client.
func factoryOf(groups []group) string {
	if len(groups) == 0 {
		return "/** Makes a client of an application without operations. */\nexport function createClient(options: ClientOptions = {}): Api {\n" +
			"  connect(options);\n  return {};\n}\n\n"
	}
	var out strings.Builder
	out.WriteString("/** Makes a client. It keeps nothing but its settings. */\nexport function createClient(options: ClientOptions = {}): Api {\n" +
		"  const client = connect(options);\n  return {\n")
	for _, m := range sorted(groups) {
		if m.group == nil {
			out.WriteString(m.function.implementation("    "))
			continue
		}
		out.WriteString("    " + m.group.name + ": {\n")
		for _, f := range m.group.functions {
			out.WriteString(f.implementation("      "))
		}
		out.WriteString("    },\n")
	}
	out.WriteString("  };\n}\n\n")
	return out.String()
}

func (f function) implementation(indent string) string {
	return fmt.Sprintf("%s%s: (args, how) => client.%s(%s, args, how),\n", indent, f.name, f.result.sender, f.call)
}

// member is a group, or a function beside them.
type member struct {
	name     string
	group    *group
	function function
}

// sorted returns the groups, and the functions of the one without a name, sorted by name.
func sorted(groups []group) (list []member) {
	for _, g := range groups {
		if g.name != "" {
			list = append(list, member{name: g.name, group: &g})
			continue
		}
		for _, f := range g.functions {
			list = append(list, member{name: f.name, function: f})
		}
	}
	slices.SortFunc(list, func(a, b member) int { return strings.Compare(a.name, b.name) })
	return list
}
