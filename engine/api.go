package engine

import (
	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/vm"
)

// Value is a script value. It belongs to one VM and never leaves it.
type Value = goja.Value

// API is what the host offers scripts. One serves all VMs, so it keeps per-VM state
// in what Install returns.
type API interface {
	// Exports lists the names that "fwrun" exports, decorators left out.
	Exports() []string

	// HostTypes lists the names that may stand as types without being imported.
	HostTypes() []string

	// Install prepares a VM: globals, and what "fwrun" is there. The container has the application's classes
	// and beans of this VM, once they are there.
	Install(v *vm.VM, container Container) (Realm, error)

	// Beans lists the beans the host supplies.
	Beans() []manifest.HostBean
}

// Realm is the host's part of one VM.
type Realm interface {
	// Exports is the object behind "fwrun"; decorators are added to it by the engine.
	Exports() *goja.Object

	// Bean makes the host bean of that name. The asker is empty but for a bean that each asker has its own of.
	Bean(name, asker string) (Value, error)

	// Parts are what the modules of the host have in this VM. The engine looks at them once, when the realm
	// is there, for those that can do one of the things below: [Responses], [Supplier], [Advisor], …
	Parts() []any
}

// Told is what whoever called is told of an error.
type Told struct {
	Status     int
	Headers    []Header
	Public     string // in place of the error's message; empty when that is for the caller
	Constraint string // of the database, whose rule a change has broken; empty when it is not known, or is none
}

// Container has the application's exported classes and its beans in one VM.
type Container interface {
	Classes
	// BeanNames are those of all beans, in the order in which they are made.
	BeanNames() []string
	// BeanNamed gives the bean of that name, nil when there is none.
	BeanNamed(name string) (Value, error)
	// BeansOf gives the beans that are instances of a class. Of several, one may be primary: its index, or -1.
	BeansOf(class *goja.Object) (beans []Value, names []string, primary int, err error)
	// Hidden reports whether an object keeps a property to itself, as its class says.
	Hidden(object *goja.Object, property string) bool
	// ColumnsOf are the fields that a class gives the names of columns with @Column, by these, and how the values of its
	// fields are kept, those of bases included, where that is not as they are; prototype is the class's.
	ColumnsOf(prototype *goja.Object) (fields map[string]string, kept map[string]manifest.Kept)
}

// Classes tells the application's exported classes in one VM.
type Classes interface {
	// ClassOf names the class whose prototype an object is.
	ClassOf(prototype *goja.Object) (ref manifest.Ref, ok bool)
	// Prototype is that of a class, or nil.
	Prototype(ref manifest.Ref) *goja.Object
}

// AspectValues are what the aspects of a method have in one VM.
type AspectValues interface {
	// Option is an aspect's option as the script gave it; undefined when it gave none.
	Option(aspect int, name string) Value
	// Bean is the aspect that @Around names. It is there once beans have methods called.
	Bean(aspect int) Value
}

// Repository is one of the application's repositories in one VM.
type Repository struct {
	*manifest.Repository
	Prototype *goja.Object   // of its class
	Row       *goja.Object   // the class of its rows
	Results   []*goja.Object // by query: the class that it makes of a row, or nil
}

// Response is what a ResponseEntity says. Nothing is converted: Body is a script value.
type Response struct {
	Status      int // 0 when the script set none
	ContentType string
	Headers     []Header
	Cookies     []Cookie
	Body        Value // nil when none was set
	Format      Format
	Root        string // of the format XML: the name of its root element; empty when none was chosen
}

// TypeContent is the Content-Type of an endpoint's [Content], as it is handed to a tool's call: an object
// with the members content and, perhaps, structuredContent.
const TypeContent = "application/vnd.fwrun.mcp-content+json"

// Content is what a script has made for an agent. Nothing is converted.
type Content struct {
	Parts      Value // an array of content blocks
	Structured Value // nil for none
}

// File is a file that is to be sent: what a script's withFile named, or an uploaded file.
type File struct {
	Path         string // absolute, or below Root or, when that is empty, the application's folder
	Root         string // a folder that Path cannot leave, absolute or in the application's folder
	Name         string // what a client shall call it; the path's last part when empty
	Type         string // its media type; found by name and content when empty
	Disposition  string // "inline" or "attachment"; nothing is said when empty
	CacheControl string // nothing is said when empty
}

// Format is how a response's body is to be written.
type Format uint8

// The formats. Plain leaves it to the value: an object becomes JSON, a text is text.
const (
	Plain Format = iota
	JSON
	XML
	Events // an iterator's items as server-sent events
)

// Look is how a value is to be shown.
type Look struct {
	Colour bool // with a terminal's escapes
	Width  int  // of the terminal; 80 when 0
}

// Header is one response header.
type Header struct{ Name, Value string }

// Cookie is one Set-Cookie line, with the specification's arguments.
type Cookie struct {
	Name, Value, Path, Domain string
	Expires                   int64 // Unix seconds; 0 is a session cookie
	Secure, HTTPOnly          bool
	SameSite                  string
}
