package guard

import (
	"strconv"
	"strings"

	"github.com/dlclark/regexp2/v2"
)

// cheap is how many steps a native match may take at worst, so that it need not be watched.
const cheap = 1 << 24

// compiled is what is known of an expression: what matching it costs, and the matcher that goes back, once it is needed.
type compiled struct {
	size    float64 // states, at most
	repeats int     // quantifiers without an end
	forks   int     // optional parts and alternatives inside of groups
	nested  bool    // a part with one of these is repeated: there is no telling
	some    bool    // no match that Go's own matcher finds is empty
	matcher *regexp2.Regexp
	read    bool   // exact is known
	exact   *exact // nil if it cannot be read
}

type compiledKey struct {
	source  string
	options regexp2.RegexOptions
}

// compiledOf returns what is known of an expression, from the cache if possible.
func (g *guard) compiledOf(e *expression) *compiled {
	key := compiledKey{e.Src, optionsOf(e)}
	p := &g.patterns
	if c, ok := p.compiled[key]; ok {
		return c
	}
	c := costOf(e.Src)
	c.some = takesSome(e)
	if p.compiledLength += len(e.Src); p.compiled == nil || len(p.compiled) >= maxPatterns || p.compiledLength > maxPatternsLength {
		p.compiled, p.compiledLength = map[compiledKey]*compiled{}, len(e.Src)
	}
	p.compiled[key] = c
	return c
}

// firstMatch returns how many steps it takes Go's own matcher to find the first match in a text of this length, at worst.
func (c *compiled) firstMatch(length int) float64 { return float64(length+1) * c.size }

// allMatches returns how many steps it takes to find all, at worst: to find each Go's own may have to look at the rest
// of the text, and the other one tries all combinations.
func (c *compiled) allMatches(length int, linear bool) float64 {
	n := float64(length + 1)
	switch {
	case linear && c.repeats == 0:
		return n * c.size * c.size
	case linear:
		return n * n * c.size
	case c.nested:
		return n * cheap
	}
	steps := n * c.size
	for i := 0; i < c.repeats+c.forks && steps <= cheap; i++ {
		if i < c.repeats {
			steps *= n
		} else {
			steps *= 2
		}
	}
	return steps
}

// costOf reads the source of an expression.
func costOf(source string) *compiled {
	c := &compiled{size: float64(len(source) + 1)}
	inner := []int{0} // quantifiers and alternatives, for each open group
	for i := 0; i < len(source); i++ {
		top := len(inner) - 1
		switch source[i] {
		case '\\':
			i++
		case '[':
			i = endOfClass(source, i)
		case '(':
			inner = append(inner, 0)
			if strings.HasPrefix(source[i:], "(?") {
				i++ // it is not a quantifier
			}
		case ')':
			if top > 0 {
				within := inner[top]
				inner = inner[:top]
				inner[top-1] += within
				c.nested = c.nested || within > 0 && i+1 < len(source) && strings.IndexByte("*+{", source[i+1]) >= 0
			}
		case '|':
			inner[top]++
			if top > 0 {
				c.forks++
			}
		case '*', '+':
			inner[top]++
			c.repeats++
		case '?':
			inner[top]++
			c.forks++
		case '{':
			most, open := countOf(source[i+1:])
			c.size *= most
			if open {
				inner[top]++
				c.repeats++
			}
		}
	}
	return c
}

// endOfClass returns the index of the bracket that ends the class which begins at i.
func endOfClass(source string, i int) int {
	for i++; i < len(source) && source[i] != ']'; i++ {
		if source[i] == '\\' {
			i++
		}
	}
	return i
}

// countOf reads a counted quantifier after its brace. It returns the highest number in it, and reports whether it leaves
// a choice.
func countOf(rest string) (most float64, choice bool) {
	numbers, _, _ := strings.Cut(rest, "}")
	from, to, choice := strings.Cut(numbers, ",")
	most = 1
	for _, number := range []string{from, to} {
		if n, err := strconv.ParseFloat(number, 64); err == nil {
			most = max(most, n)
		}
	}
	return most, choice
}
