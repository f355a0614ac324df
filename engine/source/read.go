package source

// maxSource is the largest text that is read; tokens hold offsets of 32 bits.
const maxSource = 1 << 30

// Read reads the declarations of one file. It takes any text, and neither fails nor panics: a text that is
// not JavaScript or TypeScript has no declarations. A text of more than a gigabyte is not read.
func Read(path string, text []byte) *File {
	file, _ := read(path, text, nil)
	return file
}

// read reads a file. It stores tokens in the storage, and returns that for reuse.
func read(path string, text []byte, storage []token) (*File, []token) {
	file := &File{Path: path}
	if len(text) > maxSource {
		return file, storage
	}
	if need := len(text)/4 + 16; cap(storage) < need {
		storage = make([]token, 0, need)
	}
	src := string(text)
	l := lex(src, 0, len(src), false, storage)
	r := &reader{
		src: src, lines: newLines(src), tokens: l.tokens, docs: l.docs,
		budget: 8*len(l.tokens) + 1000, file: file,
	}
	r.statements()
	r.typedefs()
	r.tieExports()
	return file, l.tokens
}

// statements reads the top level of the file.
func (r *reader) statements() {
	for r.cur().kind != tokenEOF {
		start := r.at
		r.statement()
		if r.at == start {
			r.advance()
		}
	}
}

// head holds what precedes the keyword of a declaration.
type head struct {
	first      int // index of the first token, before which the comment stands
	decorators []Decorator
	export     exportKind
	abstract   bool
	ambient    bool // after declare
}

type exportKind uint8

const (
	notExported exportKind = iota
	exported
	exportedDefault
)

// name returns the name under which a declaration called local is exported.
func (e exportKind) name(local string) string {
	switch e {
	case exported:
		return local
	case exportedDefault:
		return "default"
	}
	return ""
}

func (r *reader) statement() {
	h := head{first: r.at}
	h.decorators = r.decorators(nil)
	switch {
	case r.word(r.at, "export"):
		r.export(h)
	case r.word(r.at, "import"):
		r.importStatement()
	case !r.declaration(h):
		r.skipStatement()
	}
}

// declaration reads a declaration from its keyword on, and reports whether there is one.
func (r *reader) declaration(h head) bool {
	if !r.isIdent(r.at) {
		return false
	}
	next := r.at + 1
	switch r.text(r.at) {
	case "class":
		r.class(h)
	case "abstract":
		if !r.word(next, "class") || !r.sameLine(next) {
			return false
		}
		h.abstract = true
		r.advance()
		r.class(h)
	case "async", "function":
		return r.functionDeclaration(h)
	case "const", "let", "var":
		r.variables(h)
	case "enum":
		return r.enum(h, false)
	case "interface":
		return r.interfaceDeclaration(h)
	case "type":
		return r.typeAlias(h)
	case "declare":
		return r.ambient(h)
	case "namespace", "module", "global":
		return r.namespace()
	default:
		return false
	}
	return true
}

// ambient reads a declaration after declare.
func (r *reader) ambient(h head) bool {
	next := r.at + 1
	if !r.isIdent(next) || !r.sameLine(next) {
		return false
	}
	start := r.at
	r.advance()
	h.ambient = true
	if r.declaration(h) {
		return true
	}
	r.at = start
	return false
}

// namespace skips namespace X {…}, module "x" {…} and global {…}: only the top level
// of the file counts.
func (r *reader) namespace() bool {
	i := r.at + 1
	if !r.word(r.at, "global") {
		if k := r.tok(i).kind; k != tokenIdent && k != tokenString || !r.sameLine(i) {
			return false
		}
		for i++; r.op(i) == '.'; {
			i += 2
		}
	}
	if r.op(i) != '{' {
		return false
	}
	r.at = r.after(i)
	return true
}
