package manifest

// Template is a text that contains arguments of a method: user-#{id}, #{order.customer.id}.
type Template struct {
	Text  string // as written
	Parts []TemplatePart
}

// TemplatePart is a literal text, or an argument and the properties that lead into it.
type TemplatePart struct {
	Literal string
	Param   int // -1 for a literal
	Path    []string
}
