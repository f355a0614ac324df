package snapshot

import (
	"github.com/fwrun/fwrun/engine/bundle"
	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// Snapshot is a compiled application.
type Snapshot struct {
	Output   bundle.Output
	Packages []string // the files of packages that have a program of their own
	Facts    []Fact
	Files    []File          // the application's own, in the order of the bundle
	Results  []source.Result // what functions give that do not declare it

	byPath map[string]int // indexes in Files, once decoded
}

// File is one of the application's own files: the hash of its content, and what was read from it.
type File struct {
	Path string
	Sum  Sum
	read []byte
}

// NewFile encodes what was read from a file.
func NewFile(file *source.File, content Sum) File {
	return File{file.Path, content, encode(func(c *codec) { c.file(file) })}
}

// Read returns what was read from a file with this content; nil if that is not known.
func (s *Snapshot) Read(path string, content Sum) *source.File {
	i, known := s.byPath[path]
	if !known || s.Files[i].Sum != content {
		return nil
	}
	var file source.File
	if decode(s.Files[i].read, func(c *codec) { c.file(&file) }) != nil {
		return nil
	}
	return &file
}

// Encode encodes the snapshot.
func (s *Snapshot) Encode() []byte { return encode(func(c *codec) { c.snapshot(s) }) }

// Decode decodes a snapshot, which uses the memory of data. Data that Encode has not written is an error.
func Decode(data []byte) (*Snapshot, error) {
	var s Snapshot
	if err := decode(data, func(c *codec) { c.snapshot(&s) }); err != nil {
		return nil, err
	}
	s.byPath = make(map[string]int, len(s.Files))
	for i, file := range s.Files {
		s.byPath[file.Path] = i
	}
	return &s, nil
}

func (c *codec) snapshot(s *Snapshot) {
	c.output(&s.Output)
	c.strings(&s.Packages)
	list(c, &s.Facts, (*codec).fact)
	list(c, &s.Files, (*codec).readFile)
	list(c, &s.Results, (*codec).result)
}

func (c *codec) output(o *bundle.Output) {
	c.bytes(&o.Code)
	c.bytes(&o.SourceMap)
	c.flags(&o.Rewritten)
	list(c, &o.Leaks, (*codec).leak)
	list(c, (*[]fault.Diagnostic)(&o.Warnings), (*codec).diagnostic)
}

func (c *codec) leak(l *bundle.Leak) {
	c.text(&l.Folder)
	c.strings(&l.Names)
}

func (c *codec) diagnostic(d *fault.Diagnostic) {
	small(c, &d.Severity)
	c.text(&d.Code)
	c.place(&d.Place)
	c.text(&d.Source)
	c.number(&d.Length)
	c.text(&d.Message)
	c.text(&d.Why)
	c.text(&d.Hint)
	pointer(c, &d.Mend, (*codec).mend)
	list(c, &d.Notes, (*codec).note)
	c.text(&d.Tool)
	c.strings(&d.Lacks)
}

func (c *codec) note(n *fault.Note) {
	c.place(&n.Place)
	c.text(&n.Text)
}

func (c *codec) mend(m *fault.Mend) {
	c.number(&m.Line)
	c.number(&m.Col)
	c.text(&m.Old)
	c.text(&m.New)
	c.flags(&m.Quoted)
}

func (c *codec) place(p *fault.Place) {
	c.text(&p.File)
	c.number(&p.Line)
	c.number(&p.Col)
}

func (c *codec) fact(f *Fact) {
	c.text(&f.Path)
	c.flags(&f.Names)
	c.sum(&f.Sum)
}

func (c *codec) readFile(f *File) {
	c.text(&f.Path)
	c.sum(&f.Sum)
	c.bytes(&f.read)
}

func (c *codec) sum(s *Sum) {
	if c.reading {
		copy(s[:], c.take(len(s)))
		return
	}
	c.data = append(c.data, s[:]...)
}
