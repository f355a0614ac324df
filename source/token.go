package source

// tokenKind tells what a token is.
type tokenKind uint8

const (
	tokenEOF tokenKind = iota
	tokenIdent
	tokenPrivate // #name
	tokenString
	tokenNumber
	tokenRegexp
	tokenTemplate       // `text` without substitutions
	tokenTemplateHead   // `text${, opens
	tokenTemplateMiddle // }text${
	tokenTemplateTail   // }text`, closes
	tokenPunct
)

// Punctuation of one character is its own op. Of the longer ones only those a reader
// of declarations asks for have a name. The signs < and > are always tokens of their
// own, so that a list of type arguments closes one bracket at a time.
const (
	opArrow     = 'A' // =>
	opSpread    = 'S' // ...
	opChain     = 'C' // ?.
	opIncrement = 'I' // ++ and --
	opBinary    = 'B' // every other operator of more than one character
)

// token is one token of a file. Brackets know their partners, so whatever is not
// of interest is skipped in one step.
type token struct {
	kind    tokenKind
	op      byte // of a tokenPunct
	newline bool // a line break stands between the token before and this one
	// operand is set on a bracket and its partner when they enclose an operand, behind
	// which a slash divides. It is not set on those of if (…) and of a block, behind which
	// a slash begins a regular expression.
	operand    bool
	start, end int32
	// match is the index of the partner of a bracket or template piece. An opening
	// bracket that is never closed has the token that ended its surroundings; a closing
	// one that was never opened, and every other token, has -1.
	match int32
	doc   int32 // 1 + index of the JSDoc comment before it, 0 without one
}

// span is a range of bytes.
type span struct{ start, end int }

// isOperatorWord tells the reserved words after which an operand must follow.
func isOperatorWord(s string) bool {
	switch s {
	case "return", "typeof", "case", "do", "else", "in", "instanceof", "new", "void",
		"delete", "throw", "yield", "await", "extends", "default":
		return true
	}
	return false
}

func isIdentStart(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' || c == '$' || c == '\\' || c >= 0x80
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
