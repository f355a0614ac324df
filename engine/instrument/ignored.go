package instrument

import (
	"regexp"
	"sort"
	"strconv"
	"strings"
	"sync"

	"github.com/fwrun/fwrun/engine/source"
)

// The comments that keep things from being counted.
var ignoring = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:/\*|//)[\s*]*(istanbul|v8|c8)\s+ignore\s+(next|if|else|file|start|stop)(?:\s+(\d+))?(?:\W|$)`)
})

// comments are the comments of a text that keep something from being counted.
type comments struct {
	text   string
	tokens []source.Span
	lines  []source.Span // ranges of lines that are not counted
	file   bool          // nothing is
}

// readComments looks for them, in what is between tokens.
func readComments(tree *source.Tree, tokens []source.Span) *comments {
	c := &comments{text: tree.Text, tokens: tokens}
	if !strings.Contains(c.text, "ignore") {
		return c
	}
	begun := int32(0)
	for i := range len(tokens) + 1 {
		for _, found := range c.before(i) {
			line := int32(tree.At(found.at).Line)
			switch lines, _ := strconv.Atoi(found.count); {
			case found.what == "file":
				c.file = true
			case found.tool == "istanbul":
			case found.what == "start":
				begun = line
			case found.what == "stop" && begun > 0:
				c.lines = append(c.lines, source.Span{Start: begun, End: line + 1})
				begun = 0
			case found.what == "next" && lines > 0:
				c.lines = append(c.lines, source.Span{Start: line, End: line + int32(lines) + 1})
			}
		}
	}
	if begun > 0 {
		c.lines = append(c.lines, source.Span{Start: begun, End: 1 << 30})
	}
	return c
}

// comment is one that keeps something from being counted.
type comment struct {
	tool, what, count string
	at                int32
}

// before returns those in front of a token.
func (c *comments) before(token int) (list []comment) {
	from, to := 0, len(c.text)
	if token > 0 {
		from = int(c.tokens[token-1].End)
	}
	if token < len(c.tokens) {
		to = int(c.tokens[token].Start)
	}
	gap := c.text[from:to]
	if !strings.Contains(gap, "ignore") {
		return nil
	}
	for _, m := range ignoring().FindAllStringSubmatchIndex(gap, -1) {
		group := func(n int) string {
			if m[2*n] < 0 {
				return ""
			}
			return gap[m[2*n]:m[2*n+1]]
		}
		list = append(list, comment{group(1), group(2), group(3), int32(from + m[0])})
	}
	return list
}

// hint returns what the comments in front of an offset say of what begins there: next, if or else; empty if nothing.
func (c *comments) hint(at int32) (hint string) {
	for _, found := range c.before(c.token(at)) {
		if found.count == "" && (found.what == "next" || found.what == "if" || found.what == "else") {
			hint = found.what
		}
	}
	return hint
}

// token returns the index of the token at an offset, or of the one after it.
func (c *comments) token(at int32) int {
	return sort.Search(len(c.tokens), func(i int) bool { return c.tokens[i].Start >= at })
}

// onLine reports whether a line is not counted.
func (c *comments) onLine(line int32) bool {
	for _, lines := range c.lines {
		if line >= lines.Start && line < lines.End {
			return true
		}
	}
	return false
}
