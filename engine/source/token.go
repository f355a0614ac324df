package source

// tokenKind is the kind of a token.
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

// Punctuation of one character is its own op. Of the longer ones only those that matter in declarations have
// a name. The signs < and > are always tokens of their own, so that a list of type arguments closes one
// bracket at a time.
const (
	opArrow     = 'A' // =>
	opSpread    = 'S' // ...
	opChain     = 'C' // ?.
	opIncrement = 'I' // ++ and --
	opBinary    = 'B' // every other operator of more than one character
)

// token is one token of a file. Brackets know their partners, so parts that do not matter are skipped in one
// step.
type token struct {
	kind    tokenKind
	op      byte // of a tokenPunct
	newline bool // a line break is between the token before and this one
	// operand is set on a bracket and its partner if they enclose an operand, after which a slash divides. It
	// is not set on those of if (…) and of a block, after which a slash begins a regular expression.
	operand    bool
	start, end int32
	// match is the index of the partner of a bracket or template piece. For an opening bracket that is never
	// closed it is the token that ended the enclosing brackets; for a closing bracket that was never opened,
	// and for every other token, it is -1.
	match int32
	doc   int32 // 1 + index of the JSDoc comment before it, 0 if there is none
}

// span is a range of bytes.
type span struct{ start, end int }

// isOperatorWord reports whether an operand must follow a reserved word.
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
