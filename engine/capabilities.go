package engine

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/manifest"
)

// Supplier makes the script's view of something that an edge has, such as a request, by the name of its host type.
// ok is false for a type that another part supplies.
type Supplier interface {
	Supply(hostType string, subject any) (value Value, ok bool, err error)
}

// Responses reads what handlers return.
type Responses interface {
	// Response reads a ResponseEntity; ok is false for any other value.
	Response(value Value) (response Response, ok bool)

	// File reads a body that is a file; ok is false for any other value.
	File(value Value) (file *File, ok bool)

	// Merge puts what a handler returned into a ResponseEntity.
	Merge(response, result Value) error

	// SetStatus sets the status of a ResponseEntity.
	SetStatus(response Value, status int) error
}

// Streams knows the bytes behind the streams of scripts.
type Streams interface {
	// Stream returns what is behind a value that is a stream of bytes of the host's, and that no script has read from. From then on
	// scripts cannot read from it. ok is false for any other value.
	Stream(value Value) (stream Stream, ok bool)
}

// Contents reads what tools return.
type Contents interface {
	// Content reads an McpContent, or an array of them; ok is false for any other value. An array that begins with an
	// McpContent and contains something else is an error.
	Content(value Value) (content Content, ok bool, err error)
}

// Exceptions makes the exceptions of the host that an answer is made of.
type Exceptions interface {
	// Exception makes an HttpRestException; errors lists the values that did not bind.
	Exception(status int, message string, errors []any) (Value, error)
}

// AnswerReader reads the answer that an error carries. There may be several.
type AnswerReader interface {
	// ErrorAnswer reads the answer; ok is false for an error that carries none.
	ErrorAnswer(thrown Value) (answer ErrorAnswer, ok bool)
}

// Judge reads what the exceptions of listeners say about their messages. There may be several.
type Judge interface {
	// Verdict reads an exception; ok is false for any other value.
	Verdict(thrown Value) (verdict Verdict, ok bool)
}

// Registrar lets a WebMvcConfigurer register interceptors.
type Registrar interface {
	// Registry makes the registry that interceptors are added to. read closes it and lists them in the order in which
	// they were added.
	Registry() (registry Value, read func() []Registered, err error)
}

// Advisor puts aspects around methods.
type Advisor interface {
	// Around puts aspects around a method, and returns the function that takes its place.
	Around(method *goja.Object, advised *manifest.Advised, values AspectValues) *goja.Object
}

// Repositories lets classes that extend Repository find and store rows.
type Repositories interface {
	// Keep prepares the repositories before any bean is made. The error is a [fault.List] of the mistakes in their
	// statements.
	Keep(repositories []Repository) error
}

// Shower renders values as console.log does.
type Shower interface {
	// Show renders a value.
	Show(value Value, how Look) string
}

// Releaser holds resources that scripts can leave open. There may be several.
type Releaser interface {
	// Release ends what runs outside of any call. It is called when the beans of the VM are made or could not be
	// made, and when the VM is dropped.
	Release()
}

// Dropper holds what scripts have opened for as long as their VM lives. There may be several.
type Dropper interface {
	// Drop ends it. It is called once, when the VM is dropped.
	Drop()
}

// capabilities holds the parts of a realm by what they can do. They are found once for each VM.
type capabilities struct {
	suppliers     []Supplier
	responses     Responses
	streams       Streams // nil if the host has none
	contents      Contents
	exceptions    Exceptions
	answerReaders []AnswerReader
	judges        []Judge
	registrar     Registrar
	advisor       Advisor
	repositories  Repositories
	shower        Shower
	releasers     []Releaser
	droppers      []Dropper
	informers     Informers   // nil if the host has none
	node          NodeModules // nil if the host has none
}

func capabilitiesOf(parts []any) (c capabilities, err error) {
	c.suppliers, c.answerReaders, c.releasers = all[Supplier](parts), all[AnswerReader](parts), all[Releaser](parts)
	c.droppers = all[Dropper](parts)
	c.judges = all[Judge](parts)
	if list := all[Streams](parts); len(list) > 0 {
		c.streams = list[0]
	}
	if list := all[Informers](parts); len(list) > 0 {
		c.informers = list[0]
	}
	if list := all[NodeModules](parts); len(list) > 0 {
		c.node = list[0]
	}
	err = errors.Join(
		only(parts, &c.responses), only(parts, &c.contents), only(parts, &c.exceptions), only(parts, &c.registrar),
		only(parts, &c.advisor), only(parts, &c.repositories), only(parts, &c.shower),
	)
	return c, err
}

// all returns the parts that implement T.
func all[T any](parts []any) (list []T) {
	for _, part := range parts {
		if able, ok := part.(T); ok {
			list = append(list, able)
		}
	}
	return list
}

// only finds the single part that implements T.
func only[T any](parts []any, able *T) error {
	list := all[T](parts)
	if len(list) != 1 {
		return fmt.Errorf("%d parts of the host are %s, not one", len(list), reflect.TypeFor[T]())
	}
	*able = list[0]
	return nil
}

// errorAnswer reads the answer that an error carries.
func (c *capabilities) errorAnswer(thrown Value) (ErrorAnswer, bool) {
	for _, reader := range c.answerReaders {
		if answer, ok := reader.ErrorAnswer(thrown); ok {
			return answer, true
		}
	}
	return ErrorAnswer{}, false
}

// verdict reads what an exception says about a message.
func (c *capabilities) verdict(thrown Value) (Verdict, bool) {
	for _, judge := range c.judges {
		if verdict, ok := judge.Verdict(thrown); ok {
			return verdict, true
		}
	}
	return Verdict{}, false
}

// drop ends what scripts have opened for the life of the VM.
func (c *capabilities) drop() {
	for _, dropper := range c.droppers {
		dropper.Drop()
	}
}

// release ends what scripts have left open.
func (c *capabilities) release() {
	for _, releaser := range c.releasers {
		releaser.Release()
	}
}
