package snapshot

import (
	"maps"
	"slices"

	"github.com/fwrun/fwrun/engine/source"
)

// The parts of a file as package source reads them, described once for encoding and decoding. A test compares
// these functions with the types: each exported field must be described.

func (c *codec) file(f *source.File) {
	c.text(&f.Path)
	list(c, &f.Imports, (*codec).imported)
	list(c, &f.Exports, (*codec).reexport)
	list(c, &f.Aliases, (*codec).alias)
	pointers(c, &f.Classes, (*codec).class)
	pointers(c, &f.Functions, (*codec).function)
	pointers(c, &f.Enums, (*codec).enum)
	pointers(c, &f.Types, (*codec).typeDecl)
	list(c, &f.Calls, (*codec).call)
}

func (c *codec) call(call *source.Call) {
	c.text(&call.Name)
	c.strings(&call.On)
	c.text(&call.Class)
	c.text(&call.Member)
	pointer(c, &call.Type, (*codec).typed)
	c.text(&call.Rows)
	c.flags(&call.Known)
	c.text(&call.Text)
	list(c, &call.Pieces, (*codec).piece)
	c.pos(&call.Pos)
}

func (c *codec) piece(p *source.Piece) {
	c.number(&p.At)
	c.number(&p.Offset)
}

// pointers encodes a list of pointers.
func pointers[T any](c *codec, items *[]*T, item func(*codec, *T)) {
	list(c, items, func(c *codec, p **T) { pointer(c, p, item) })
}

func (c *codec) strings(items *[]string) { list(c, items, (*codec).text) }

func (c *codec) pos(p *source.Pos) {
	c.number(&p.Line)
	c.number(&p.Col)
	c.number(&p.Offset)
}

func (c *codec) imported(i *source.Import) {
	c.text(&i.Local)
	c.text(&i.Name)
	c.text(&i.From)
	c.flags(&i.TypeOnly)
	c.pos(&i.Pos)
}

func (c *codec) reexport(e *source.Reexport) {
	c.text(&e.Name)
	c.text(&e.As)
	c.text(&e.From)
	c.flags(&e.TypeOnly)
	c.pos(&e.Pos)
}

func (c *codec) alias(a *source.Alias) {
	c.text(&a.Name)
	c.text(&a.As)
	c.pos(&a.Pos)
}

func (c *codec) class(class *source.Class) {
	c.text(&class.Name)
	c.text(&class.Export)
	c.flags(&class.Abstract, &class.Ambient)
	c.strings(&class.TypeParams)
	pointer(c, &class.Extends, (*codec).typed)
	pointers(c, &class.Implements, (*codec).typed)
	list(c, &class.Decorators, (*codec).decorator)
	pointers(c, &class.Members, (*codec).member)
	c.doc(&class.Doc)
	c.pos(&class.Pos)
	c.pos(&class.End)
}

func (c *codec) member(m *source.Member) {
	small(c, &m.Kind)
	small(c, &m.Access)
	c.text(&m.Name)
	c.flags(&m.Computed, &m.Static, &m.Abstract, &m.Async, &m.Generator, &m.Readonly, &m.Override)
	c.flags(&m.Declare, &m.Optional, &m.Definite, &m.Accessor, &m.HasDefault, &m.Overloaded, &m.Varied)
	c.strings(&m.TypeParams)
	pointers(c, &m.Params, (*codec).param)
	pointer(c, &m.Type, (*codec).typed)
	c.text(&m.Default)
	small(c, &m.DefaultAs)
	list(c, &m.Decorators, (*codec).decorator)
	c.doc(&m.Doc)
	c.pos(&m.Pos)
}

func (c *codec) param(p *source.Param) {
	c.text(&p.Name)
	c.flags(&p.Destructured, &p.Rest, &p.Optional, &p.IsProperty, &p.Readonly, &p.HasDefault)
	small(c, &p.Property)
	pointer(c, &p.Type, (*codec).typed)
	c.text(&p.Default)
	small(c, &p.DefaultAs)
	list(c, &p.Decorators, (*codec).decorator)
	c.text(&p.Doc)
	c.pos(&p.Pos)
}

func (c *codec) decorator(d *source.Decorator) {
	c.text(&d.Name)
	c.flags(&d.Called)
	c.text(&d.Args)
	c.pos(&d.Pos)
}

func (c *codec) function(f *source.Function) {
	c.text(&f.Name)
	c.text(&f.Export)
	c.flags(&f.Async, &f.Generator, &f.Arrow, &f.Overloaded, &f.Varied, &f.Typed)
	c.strings(&f.TypeParams)
	pointers(c, &f.Bounds, (*codec).typed)
	pointers(c, &f.Params, (*codec).param)
	pointer(c, &f.Type, (*codec).typed)
	list(c, &f.Wrappers, (*codec).decorator)
	c.doc(&f.Doc)
	c.pos(&f.Pos)
}

func (c *codec) enum(e *source.Enum) {
	c.text(&e.Name)
	c.text(&e.Export)
	c.flags(&e.Const, &e.Unit)
	list(c, &e.Cases, (*codec).enumCase)
	c.doc(&e.Doc)
	c.pos(&e.Pos)
}

func (c *codec) enumCase(e *source.EnumCase) {
	c.text(&e.Name)
	small(c, &e.Kind)
	c.text(&e.Value)
	c.text(&e.Doc)
	c.pos(&e.Pos)
}

func (c *codec) typeDecl(t *source.TypeDecl) {
	c.text(&t.Name)
	c.text(&t.Export)
	c.strings(&t.TypeParams)
	pointer(c, &t.Type, (*codec).typed)
	pointers(c, &t.Extends, (*codec).typed)
	c.doc(&t.Doc)
	c.pos(&t.Pos)
}

func (c *codec) typed(t *source.Type) {
	small(c, &t.Kind)
	c.text(&t.Name)
	c.text(&t.From)
	pointers(c, &t.Args, (*codec).typed)
	list(c, &t.Fields, (*codec).shapeField)
	small(c, &t.Literal)
	c.flags(&t.Nullable)
	c.text(&t.Text)
	c.pos(&t.Pos)
}

func (c *codec) result(r *source.Result) {
	c.text(&r.Path)
	c.pos(&r.Pos)
	pointer(c, &r.Type, (*codec).typed)
}

func (c *codec) shapeField(f *source.ShapeField) {
	c.text(&f.Name)
	pointer(c, &f.Type, (*codec).typed)
	c.flags(&f.Optional, &f.Index, &f.Deprecated)
	pointer(c, &f.Key, (*codec).typed)
	c.text(&f.Doc)
	c.text(&f.Example)
	c.pos(&f.Pos)
}

func (c *codec) doc(d *source.Doc) {
	present := d.Summary != "" || d.Text != "" || d.Params != nil || d.Returns != nil || d.Type != nil ||
		d.Tags != nil || d.Pos != source.Pos{}
	if c.flags(&present); !present {
		return // as most are
	}
	c.text(&d.Summary)
	c.text(&d.Text)
	list(c, &d.Params, (*codec).docParam)
	pointer(c, &d.Returns, (*codec).typed)
	pointer(c, &d.Type, (*codec).typed)
	c.tags(&d.Tags)
	c.pos(&d.Pos)
}

func (c *codec) docParam(p *source.DocParam) {
	c.text(&p.Name)
	pointer(c, &p.Type, (*codec).typed)
	c.flags(&p.Optional)
	c.text(&p.Default)
	c.text(&p.Text)
	c.pos(&p.Pos)
}

// tags are encoded in sorted order, so that the encoding is deterministic.
func (c *codec) tags(tags *map[string]string) {
	names := slices.Sorted(maps.Keys(*tags))
	c.strings(&names)
	for _, name := range names {
		text := (*tags)[name]
		c.text(&text)
		if c.reading {
			if *tags == nil {
				*tags = make(map[string]string, len(names))
			}
			(*tags)[name] = text
		}
	}
}
