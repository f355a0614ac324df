package source

// Span is a part of a text, by the offsets of its first byte and of the one after its last.
type Span struct{ Start, End int32 }

// Tokens returns the tokens of a text. What is between two of them is white space and comments.
func Tokens(text string) []Span {
	l := lex(text, 0, len(text), false, nil)
	spans := make([]Span, 0, len(l.tokens))
	for _, t := range l.tokens[:len(l.tokens)-1] { // without the end
		spans = append(spans, Span{t.start, t.end})
	}
	return spans
}
