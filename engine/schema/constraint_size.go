package schema

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/fwrun/fwrun/platform/fault"
)

// sizes reads two bounds of a size. The first is 0 if it was not given; the second is the largest possible
// value if it was not given.
func sizes(c Constraint, from, to string) (least, most int, bad *fault.Diagnostic) {
	least, most = 0, math.MaxInt
	for option, into := range map[string]*int{from: &least, to: &most} {
		f, given := c.number(option)
		if !given {
			continue
		}
		if f < 0 || f != math.Trunc(f) || f > math.MaxInt32 {
			return 0, 0, nonsense("write 0 or a positive whole number", "the option %q of @%s must not be %s", option, c.Name, show(f))
		}
		*into = int(f)
	}
	return least, most, nil
}

// sized makes the rule that bounds a length or a number of items.
func sized(c Constraint, one string, keyword string) (rule, *fault.Diagnostic) {
	least, most, bad := sizes(c, "min", "max")
	if bad != nil {
		return rule{}, bad
	}
	if least > most {
		return rule{}, nonsense("swap them", "the min of @%s is %d, which is greater than the max %d", c.Name, least, most)
	}
	made := rule{size: func(n int) bool { return n >= least && n <= most }, low: float64(least), high: float64(most), bounded: true}
	if least > 0 {
		made.keywords = append(made.keywords, Member{"min" + keyword, int64(least)})
	}
	if most < math.MaxInt {
		made.keywords = append(made.keywords, Member{"max" + keyword, int64(most)})
	}
	switch {
	case most == math.MaxInt:
		made.expected = "at least " + count(least, one)
	case least == most:
		made.expected = "exactly " + count(least, one)
	case least == 0:
		made.expected = "at most " + count(most, one)
	default:
		made.expected = fmt.Sprintf("%d to %s", least, count(most, one))
	}
	return made, nil
}

func count(n int, one string) string {
	switch {
	case n == 1:
		return "1 " + one
	case strings.HasSuffix(one, "y"):
		return fmt.Sprintf("%d %sies", n, one[:len(one)-1])
	default:
		return fmt.Sprintf("%d %ss", n, one)
	}
}

func length(_ *Type, c Constraint) (rule, *fault.Diagnostic) {
	made, bad := sized(c, "character", "Length")
	fits := made.size
	made.size, made.text = nil, func(s string) bool { return fits(utf8.RuneCountInString(s)) }
	return made, bad
}

func size(t *Type, c Constraint) (rule, *fault.Diagnostic) {
	one, keyword := t.members()
	return sized(c, one, keyword)
}

// members returns the word for one member of a list or map, and the part of a JSON Schema keyword that goes
// with it.
func (t *Type) members() (one, keyword string) {
	if t.Kind == Map {
		return "entry", "Properties"
	}
	return "item", "Items"
}

func notEmpty(t *Type, _ Constraint) (rule, *fault.Diagnostic) {
	if t.Kind == String {
		return rule{
			expected: "text that is not empty", text: func(s string) bool { return s != "" }, keywords: []Member{{"minLength", int64(1)}},
		}, nil
	}
	return size(t, Constraint{Name: "NotEmpty", Options: map[string]any{"min": int64(1)}})
}

func unique(t *Type, _ Constraint) (rule, *fault.Diagnostic) {
	switch t.ItemType().Kind {
	case String, Int, Float, Bool, Date, Enum:
		return rule{expected: "items that differ from each other", differ: true, keywords: []Member{{"uniqueItems", true}}}, nil
	default:
		return rule{}, &fault.Diagnostic{
			Code: CodeConstraintType, Message: fmt.Sprintf("@Unique compares texts, numbers, dates and enums, not %s", t.describe()),
			Hint: "compare the items in the handler",
		}
	}
}
