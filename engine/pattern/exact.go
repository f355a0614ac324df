package pattern

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
)

// Exact is an expression as the language has it, written out for the matcher that backtracks, without any of its options. Where the script
// engine is wrong, this is right: what repeated groups have captured is forgotten when they begin again, groups may share a name, lines end as
// in JavaScript, and without the flag u case is ignored by upper case.
type Exact struct {
	Source string
	Names  []string // of the groups, by their numbers from 1; empty for those without
	Needed bool     // the script engine is wrong for some text of usual characters

	// Otherwise it is wrong for texts with some characters only.
	Ends  bool // ^ or $ with the flag m: CR, U+2028 and U+2029
	Dots  bool // the dot or \s: U+2028, U+2029
	Words bool // \b or \B: what is not ASCII, for the matcher that backtracks
	Cases bool // case is ignored without the flag u: those of RareCase
}

// Exactly reads an expression without the flag v. The error says what is wrong with it.
func Exactly(source, flags string) (out Exact, err error) {
	defer takeFailure(&err)
	if err := checkFlags(flags); err != nil {
		return out, err
	}
	x := newReader(source, flags)
	out = x.read()
	if out.Needed && x.resets {
		x = newReader(source, flags) // once more, now that each repetition has to forget
		x.resets = true
		out = x.read()
	}
	return out, nil
}

// reader reads an expression once, and writes it.
type reader struct {
	translator
	multiline, dotAll bool

	groups  int // all of them
	open    int // those that have begun
	given   []string
	named   bool
	looked  bool // a group within a look around has ended
	helpers int  // groups that are not those of the expression
	resets  bool // what is repeated forgets what its groups have captured
	out     Exact
}

// part is a piece of an expression.
type part struct {
	text  string
	all   []int    // its groups
	free  []int    // those of them that a match of the part may not need
	names []string // of its groups
	empty bool     // it may match no text
}

func newReader(source, flags string) *reader {
	x := &reader{multiline: strings.Contains(flags, "m"), dotAll: strings.Contains(flags, "s")}
	x.in, x.unicode, x.ignoreCase = []rune(source), strings.Contains(flags, "u"), strings.Contains(flags, "i")
	if !x.unicode {
		units := utf16.Encode(x.in)
		x.in = make([]rune, len(units))
		for i, unit := range units {
			x.in[i] = rune(unit)
		}
	}
	x.countGroups()
	return x
}

// countGroups looks ahead: a reference may come before its group.
func (x *reader) countGroups() {
	inClass := false
	for i := 0; i < len(x.in); i++ {
		switch c := x.in[i]; {
		case c == '\\':
			i++
		case c == '[':
			inClass = true
		case c == ']':
			inClass = false
		case c != '(' || inClass:
		case i+1 >= len(x.in) || x.in[i+1] != '?':
			x.groups, x.given = x.groups+1, append(x.given, "")
		case i+3 < len(x.in) && x.in[i+2] == '<' && x.in[i+3] != '=' && x.in[i+3] != '!':
			at := x.at
			x.at = i + 3
			x.groups, x.named, x.given = x.groups+1, true, append(x.given, x.name())
			x.at = at
		}
	}
}

func (x *reader) read() Exact {
	whole := x.disjunction()
	if x.at < len(x.in) {
		x.fail("Unmatched ')'")
	}
	x.out.Source, x.out.Names = whole.text, x.given
	x.out.Needed = x.out.Needed || x.resets
	for i, name := range x.given {
		x.out.Needed = x.out.Needed || name != "" && slices.Contains(x.given[:i], name)
	}
	return x.out
}

func (x *reader) disjunction() part {
	if x.depth++; x.depth > maxNested*10 {
		x.fail("groups are nested too deep")
	}
	whole := x.alternative()
	for x.peek(0) == '|' && x.at < len(x.in) {
		x.at++
		next := x.alternative()
		whole.text += "|" + next.text
		whole.all = append(whole.all, next.all...)
		whole.free = whole.all
		whole.empty = whole.empty || next.empty
		whole.names = append(whole.names, next.names...)
	}
	x.depth--
	return whole
}

func (x *reader) alternative() part {
	whole := part{empty: true}
	var b strings.Builder
	for x.at < len(x.in) && x.in[x.at] != '|' && x.in[x.at] != ')' {
		next := x.term()
		b.WriteString(next.text)
		whole.empty = whole.empty && next.empty
		if b.Len() > maxTranslated {
			x.fail("it is too long with its character classes expanded")
		}
		whole.all, whole.free = append(whole.all, next.all...), append(whole.free, next.free...)
		for _, name := range next.names {
			if slices.Contains(whole.names, name) {
				x.fail("Duplicate capture group name")
			}
		}
		whole.names = append(whole.names, next.names...)
	}
	whole.text = b.String()
	return whole
}

// term reads an assertion, or something that may be repeated with its quantifier.
func (x *reader) term() part {
	switch c := x.in[x.at]; c {
	case '^', '$':
		x.at++
		return part{text: x.anchor(c), empty: true}
	case '(':
		inner, repeatable := x.group()
		if !repeatable {
			return inner
		}
		return x.quantified(inner)
	case '\\':
		if c := x.peek(1); c == 'b' || c == 'B' {
			x.at += 2
			return part{text: x.boundary(c == 'b'), empty: true}
		}
		return x.quantified(x.escape())
	case '*', '+', '?':
		x.fail("Nothing to repeat")
	case '{':
		if x.unicode || x.isCount() {
			x.fail("Nothing to repeat")
		}
	case '}', ']':
		if x.unicode {
			x.fail("Lone quantifier brackets")
		}
	case '[':
		return x.quantified(part{text: x.set(x.members())})
	case '.':
		x.at++
		x.out.Dots = x.out.Dots || !x.dotAll
		if x.dotAll {
			return x.quantified(part{text: x.set(set{{0, lastRune}})})
		}
		return x.quantified(part{text: x.set(lineEnds().complement())})
	}
	x.at++
	return x.quantified(part{text: x.char(x.in[x.at-1])})
}

func lineEnds() set { return setOf(span{'\n', '\n'}, span{'\r', '\r'}, span{0x2028, 0x2029}) }

func (x *reader) anchor(c rune) string {
	switch {
	case x.multiline && c == '^':
		x.out.Ends = true
		return `(?<![^\n\r\u2028\u2029])`
	case x.multiline:
		x.out.Ends = true
		return `(?![^\n\r\u2028\u2029])`
	case c == '^':
		return `\A`
	}
	return `\z`
}

// boundary writes out the boundaries of words, of which the matcher has another idea.
func (x *reader) boundary(is bool) string {
	x.out.Words = true
	words := wordSet()
	if x.unicode {
		words = x.folded(words)
	}
	w := "[" + textOf(words) + "]"
	if is {
		return "(?:(?<=" + w + ")(?!" + w + ")|(?<!" + w + ")(?=" + w + "))"
	}
	return "(?:(?<=" + w + ")(?=" + w + ")|(?<!" + w + ")(?!" + w + "))"
}

// group reads what begins with a parenthesis.
func (x *reader) group() (whole part, repeatable bool) {
	begin := "("
	looks, captures := false, false
	defer func(i, m, s bool) { x.ignoreCase, x.multiline, x.dotAll = i, m, s }(x.ignoreCase, x.multiline, x.dotAll)
	var name string
	switch {
	case x.peek(1) != '?':
		x.at, captures = x.at+1, true
	case x.peek(2) == ':':
		begin, x.at = "(?:", x.at+3
	case x.peek(2) == '=' || x.peek(2) == '!':
		begin, looks, x.at = x.ahead(0, 3), true, x.at+3
	case x.peek(2) == '<' && (x.peek(3) == '=' || x.peek(3) == '!'):
		begin, looks, x.at = x.ahead(0, 4), true, x.at+4
	case x.peek(2) == '<':
		x.at, captures = x.at+3, true
		name = x.name()
	default:
		begin = "(?:"
		x.modify()
	}
	number := 0
	if captures {
		x.open++
		number = x.open
		x.out.Needed = x.out.Needed || x.looked // the engine takes what is before another one for a rest of a repetition
	}
	whole = x.disjunction()
	if x.peek(0) != ')' || x.at >= len(x.in) {
		x.fail("Unterminated group")
	}
	x.at++
	whole.text = begin + whole.text + ")"
	if captures {
		whole.all = append(whole.all, number)
	}
	if name != "" {
		if slices.Contains(whole.names, name) {
			x.fail("Duplicate capture group name")
		}
		whole.names = append(whole.names, name)
	}
	if looks {
		whole.empty = true
		x.looked = x.looked || len(whole.all) > 0
		if strings.HasSuffix(begin, "!") {
			whole.free = whole.all
		}
	}
	return whole, !looks || !x.unicode && len(begin) == 3
}

// modify reads modifiers up to the colon.
func (x *reader) modify() {
	end := x.at + 2
	for end < len(x.in) && isModifier(x.in[end]) {
		end++
	}
	letters := string(x.in[min(x.at+2, len(x.in)):end])
	on, off, _ := strings.Cut(letters, "-")
	for i, c := range on + off {
		if strings.ContainsRune((on + off)[:i], c) || c == '-' {
			x.fail("Invalid flags in the group (?%s", letters)
		}
	}
	if end == len(x.in) || x.in[end] != ':' || on+off == "" {
		x.fail("Invalid group")
	}
	x.at = end + 1
	for _, c := range on + off {
		is := strings.ContainsRune(on, c)
		switch c {
		case 'i':
			x.ignoreCase = is
		case 'm':
			x.multiline = is
		case 's':
			x.dotAll = is
		}
	}
}

// isCount reports whether a quantifier in braces follows.
func (x *reader) isCount() bool {
	i := x.at + 1
	digits := func() bool {
		from := i
		for i < len(x.in) && x.in[i] >= '0' && x.in[i] <= '9' {
			i++
		}
		return i > from
	}
	if !digits() {
		return false
	}
	if i < len(x.in) && x.in[i] == ',' {
		i++
		digits()
	}
	return i < len(x.in) && x.in[i] == '}'
}

// quantified reads the quantifier behind a part, if there is one.
func (x *reader) quantified(inner part) part {
	least, most, many := 1, 1, true
	from := x.at
	switch x.peek(0) {
	case '*':
		least, most, x.at = 0, -1, x.at+1
	case '+':
		most, x.at = -1, x.at+1
	case '?':
		least, x.at, many = 0, x.at+1, false
	case '{':
		if !x.isCount() {
			if x.unicode {
				x.fail("Incomplete quantifier")
			}
			return inner
		}
		least, most = x.count()
		many = most < 0 || most > 1
	default:
		return inner
	}
	quantifier := string(x.in[from:x.at])
	if strings.HasPrefix(quantifier, "{") {
		quantifier = countText(least, most)
	}
	if x.peek(0) == '?' && x.at < len(x.in) {
		x.at++
		quantifier += "?"
	}
	if many && len(inner.free) > 0 && !x.resets {
		x.resets, x.out.Needed = true, true
	}
	if many && x.resets {
		inner.text = forgetting(inner.all) + inner.text
	}
	inner.text = "(?:" + inner.text + ")" + quantifier
	if least < 2 && most != least && inner.empty && len(inner.all) > 0 {
		inner.text = x.advancing(inner.text, quantifier, least)
	}
	if least == 0 {
		inner.free, inner.empty = inner.all, true
	}
	return inner
}

// advancing keeps a repetition from matching no text, which it may do but for the times that it has to. The rest of the text is remembered,
// and must not be the same behind it.
func (x *reader) advancing(repeated, quantifier string, least int) string {
	x.out.Needed = true
	x.helpers++
	rest, first := "rest"+strconv.Itoa(x.helpers), "first"+strconv.Itoa(x.helpers)
	body := strings.TrimSuffix(strings.TrimPrefix(repeated, "(?:"), ")"+quantifier)
	begin, again := "(?=(?<"+rest+`>[\s\S]*))(?:`+body+")", `(?!\k<`+rest+`>\z)`
	if least == 0 {
		return "(?:" + begin + again + ")" + quantifier
	}
	return "(?(" + first + ")(?<-" + first + ">))(?:" + begin + "(?(" + first + ")" + again + "|(?<" + first + ">)))" + quantifier
}

// forgetting takes back what groups have captured, if they have.
func forgetting(groups []int) string {
	var b strings.Builder
	for _, group := range groups {
		n := strconv.Itoa(group)
		b.WriteString("(?(" + n + ")(?<-" + n + ">))")
	}
	return b.String()
}

// count reads a quantifier in braces; most is -1 without a limit.
func (x *reader) count() (least, most int) {
	end := slices.Index(x.in[x.at:], '}')
	from, to, isRange := strings.Cut(string(x.in[x.at+1:x.at+end]), ",")
	x.at += end + 1
	least = clamped(from)
	switch {
	case !isRange:
		return least, least
	case to == "":
		return least, -1
	}
	if most = clamped(to); most < least {
		x.fail("numbers out of order in {} quantifier")
	}
	return least, most
}

// clamped returns a number that the matcher can count to.
func clamped(digits string) int {
	const highest = 1<<31 - 2
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		return highest
	}
	return int(min(n, highest))
}

func countText(least, most int) string {
	if most < 0 {
		return "{" + strconv.Itoa(least) + ",}"
	}
	return "{" + strconv.Itoa(least) + "," + strconv.Itoa(most) + "}"
}

// name reads the name of a group up to the bracket.
func (x *reader) name() string {
	var name []rune
	for first := true; ; first = false {
		if x.at >= len(x.in) {
			x.fail("Invalid capture group name")
		}
		c := x.in[x.at]
		x.at++
		switch {
		case c == '>' && !first:
			return string(name)
		case c == '\\' && x.peek(0) == 'u':
			x.at++
			c = x.unicodeEscape()
		}
		if utf16.IsSurrogate(c) {
			c = utf16.DecodeRune(c, x.peek(0))
			x.at++
		}
		if c != '$' && c != '_' && !idStart().contains(c) && (first || c != 0x200C && c != 0x200D && !idContinue().contains(c)) {
			x.fail("Invalid capture group name")
		}
		x.out.Needed = x.out.Needed || !isWord(c) && c != '_'
		name = append(name, c)
	}
}
