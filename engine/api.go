package engine

import (
	"context"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/vm"
)

// Value is a script value. It belongs to one VM and never leaves it.
type Value = goja.Value

// API is what the host offers scripts. A single API serves all VMs, so it keeps the state of each VM in what
// Install returns.
type API interface {
	// Exports lists the names that "fwrun" exports, without the decorators.
	Exports() []string

	// NodeModules lists the modules of Node that scripts can import, sorted, without their prefix. If there are any, a part of
	// each realm has them: see [NodeModules].
	NodeModules() []string

	// HostTypes lists the names that can be used as types without an import.
	HostTypes() []string

	// Install prepares a VM: it sets the globals and makes what "fwrun" exports there. The container gives access to
	// the application's classes and beans in this VM, once they exist.
	Install(v *vm.VM, container Container) (Realm, error)

	// Beans lists the beans the host supplies.
	Beans() []manifest.HostBean
}

// Realm is the host's part of one VM.
type Realm interface {
	// Exports returns the object behind "fwrun"; the engine adds the decorators to it.
	Exports() *goja.Object

	// Bean makes the host bean of that name. The asker is the class that the bean is injected into; it is empty
	// unless each class gets a bean of its own.
	Bean(name, asker string) (Value, error)

	// Parts returns what the modules of the host have in this VM. The engine looks at them once, when the realm is
	// made, for those that implement one of the interfaces [Responses], [Supplier], [Advisor], …
	Parts() []any
}

// ErrorAnswer says how an error is answered.
type ErrorAnswer struct {
	Status     int
	Headers    []Header
	Public     string // shown in place of the error's message; empty when the caller may see that
	Constraint string // the database constraint that a change has violated; empty if none is known
}

// Container gives access to the application's exported classes and its beans in one VM.
type Container interface {
	Classes
	// BeanNames lists the names of all beans, in the order in which they are made.
	BeanNames() []string
	// BeanNamed returns the bean of that name, or nil if there is none.
	BeanNamed(name string) (Value, error)
	// BeansOf returns the beans that are instances of a class, and the index of the primary bean among them, or -1.
	BeansOf(class *goja.Object) (beans []Value, names []string, primary int, err error)
	// Hidden reports whether the class of an object hides a property of it from what is written.
	Hidden(object *goja.Object, property string) bool
	// ColumnsOf returns, for the class with this prototype, the fields that @Column gives a column name, by column,
	// and how the values of the fields are stored, those of base classes included, if not as they are.
	ColumnsOf(prototype *goja.Object) (fields map[string]string, types map[string]manifest.ColumnType)
	// IsBare reports whether the constructor of the class with this prototype does nothing but set fields.
	IsBare(prototype *goja.Object) bool
}

// Classes maps the application's exported classes to their prototypes in one VM.
type Classes interface {
	// ClassOf returns the class whose prototype an object is.
	ClassOf(prototype *goja.Object) (ref manifest.Ref, ok bool)
	// Prototype returns the prototype of a class, or nil.
	Prototype(ref manifest.Ref) *goja.Object
}

// AspectValues gives access to what the aspects of a method have in one VM.
type AspectValues interface {
	// Option returns an aspect's option as the script gave it, or undefined if it gave none.
	Option(aspect int, name string) Value
	// Bean returns the aspect's bean that @Around names. It exists before the methods of beans are called.
	Bean(aspect int) Value
}

// Repository is one of the application's repositories in one VM.
type Repository struct {
	*manifest.Repository
	Prototype *goja.Object   // prototype of its class
	Row       *goja.Object   // the class of its rows
	Results   []*goja.Object // by query: the class that a row becomes, or nil
}

// Response holds the values of a ResponseEntity. Nothing is converted: Body is a script value.
type Response struct {
	Status      int // 0 when the script set none
	ContentType string
	Headers     []Header
	Cookies     []Cookie
	Body        Value // nil when none was set
	Bytes       bool  // pieces of the body that are bytes are written as they are, whatever the Content-Type
	Format      Format
	Root        string // name of the root element in the format XML; empty when none was chosen
	Err         error  // why it cannot be sent; usually nil
}

// Stream is bytes that are read by demand, by one reader.
type Stream = interface {
	// Next waits for more bytes, which the caller may keep. At the end it returns io.EOF. It returns when the context ends.
	Next(ctx context.Context) ([]byte, error)
	// Stop says that nobody reads any more. It may be called while Next waits, and more than once, and does not wait.
	Stop()
}

// TypeContent is the Content-Type of an endpoint's [Content] when it is passed to a tool's call: an object with
// the members content and, optionally, structuredContent.
const TypeContent = "application/vnd.fwrun.mcp-content+json"

// Content is what a script has made for an agent. Nothing is converted.
type Content struct {
	Parts      Value // an array of content blocks
	Structured Value // nil if there is none
}

// File is a file to send: the one that a script named with withFile, or an uploaded file.
type File struct {
	Path         string // absolute, or relative to Root or, when Root is empty, to the application's folder
	Root         string // a folder that Path cannot leave, absolute or in the application's folder
	Name         string // the file name for the client; the path's last part when empty
	Type         string // its media type; found by name and content when empty
	Disposition  string // "inline" or "attachment"; no header is sent when empty
	CacheControl string // no header is sent when empty
}

// Format says how a response's body is written.
type Format uint8

// The formats. Plain leaves the format to the value: an object becomes JSON, a string becomes text.
const (
	Plain Format = iota
	JSON
	XML
	Events // an iterator's items as server-sent events
)

// Look says how a value is shown.
type Look struct {
	Colour bool // with the escape sequences of a terminal
	Width  int  // of the terminal; 80 when 0
}

// Header is one response header.
type Header struct{ Name, Value string }

// Cookie is one Set-Cookie line, with the specification's arguments.
type Cookie struct {
	Name, Value, Path, Domain string
	Expires                   int64 // Unix seconds; 0 means a session cookie
	Secure, HTTPOnly          bool
	SameSite                  string
}
