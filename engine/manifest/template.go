package manifest

// Template is a text with arguments of a method in it: user-#{id}, #{order.customer.id}.
type Template struct {
	Text  string // as it is written
	Parts []TemplatePart
}

// TemplatePart is a literal text, or an argument and the properties that lead into it.
type TemplatePart struct {
	Literal string
	Param   int // -1 for a literal
	Path    []string
}
