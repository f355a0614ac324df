package manifest

// Target is where a decorator may stand; a set of bits.
type Target uint8

// The targets.
const (
	OnClass Target = 1 << iota
	OnMethod
	OnField
	OnParam
	OnFunction // an exported function, wrapped
)

// String names the targets for people.
func (t Target) String() string {
	names := []string{"a class", "a method", "a field", "a parameter", "an exported function"}
	text := ""
	for i, name := range names {
		if t&(1<<i) == 0 {
			continue
		}
		if text != "" {
			text += " or "
		}
		text += name
	}
	return text
}

// OptionKind is what an option's value must be.
type OptionKind uint8

// The kinds of options.
const (
	Text   OptionKind = iota // a string
	Texts                    // a string or an array of strings
	Flag                     // true or false
	Type                     // a type as text ("list<int>") or a class
	Value                    // anything
	Class                    // a class
	Params                   // names to parameter decorators: {a: RequestParam()}
)

// Option is one option of a decorator.
type Option struct {
	Name string
	Kind OptionKind
}

// Decorator is one decorator that scripts can import. First names the option that a
// positional first argument sets.
type Decorator struct {
	Name    string
	First   string
	Targets Target
	Options []Option
}

// Decorators is the one listing of them.
func Decorators() []Decorator {
	mapping := []Option{{"path", Texts}, {"name", Text}, {"consumes", Texts}, {"produces", Texts}, {"params", Params}}
	named := []Option{{"name", Text}}
	list := []Decorator{
		{"RestController", "name", OnClass, named},
		{"Service", "name", OnClass, named},
		{"Component", "name", OnClass, named},
		{"Configuration", "name", OnClass, named},
		{"Bean", "name", OnMethod, []Option{{"name", Text}, {"type", Type}, {"initMethod", Text}, {"destroyMethod", Text}}},
		{"Autowired", "type", OnField | OnParam, []Option{{"type", Type}, {"required", Flag}}},
		{"Qualifier", "name", OnField | OnParam, named},
		{"Value", "key", OnField | OnParam, []Option{{"key", Text}, {"type", Type}}},
		{"PostConstruct", "", OnMethod, nil},
		{"PreDestroy", "", OnMethod, nil},
		{"RequestMapping", "path", OnClass | OnMethod | OnFunction, append([]Option{{"method", Texts}}, mapping...)},
		{"PathVariable", "name", OnParam, []Option{{"name", Text}, {"type", Type}}},
		{"RequestParam", "name", OnParam, []Option{{"name", Text}, {"required", Flag}, {"defaultValue", Value}, {"source", Text}, {"type", Type}}},
		{"RequestBody", "disableParsing", OnParam, []Option{{"disableParsing", Flag}, {"type", Type}}},
		{"JsonProperty", "name", OnField | OnMethod, []Option{
			{"name", Text}, {"aliases", Texts}, {"required", Flag}, {"nillable", Flag}, {"listClass", Class}, {"type", Type},
		}},
	}
	for _, shortcut := range Shortcuts() {
		list = append(list, Decorator{shortcut.Decorator, "path", OnMethod | OnFunction, mapping})
	}
	return list
}

// Shortcut is a mapping decorator that fixes the method.
type Shortcut struct{ Decorator, Method string }

// Shortcuts lists them.
func Shortcuts() []Shortcut {
	return []Shortcut{
		{"GetMapping", "GET"}, {"PostMapping", "POST"}, {"PutMapping", "PUT"}, {"DeleteMapping", "DELETE"}, {"PatchMapping", "PATCH"},
	}
}

// Methods lists the HTTP methods a mapping may name.
func Methods() []string {
	return []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"}
}
