package schema

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/fwrun/fwrun/platform/fault"
)

// textRule makes a constraint on texts that takes no arguments.
func textRule(expected string, fits func(string) bool, keywords ...Member) func(*Type, Constraint) (rule, *fault.Diagnostic) {
	return func(*Type, Constraint) (rule, *fault.Diagnostic) {
		return rule{expected: expected, text: fits, keywords: keywords}, nil
	}
}

func matching(_ *Type, c Constraint) (rule, *fault.Diagnostic) {
	written, isRegexp := c.Options["regexp"].(Regexp)
	if !isRegexp {
		written = Regexp{Source: c.text("regexp")}
	}
	p, err := compilePattern(written)
	if err != nil {
		bad := nonsense("correct the regular expression", "the pattern of @Pattern is invalid: %s", err)
		if errors.Is(err, errors.ErrUnsupported) {
			bad.Why = "patterns are RE2 expressions, which are matched in linear time, so that no text can keep the server busy"
			bad.Hint = "rewrite the pattern without it, or check the text in the handler"
		}
		return rule{}, bad
	}
	made := rule{expected: "text that matches " + shorten(written.Source), text: p.match}
	if p.portable != "" {
		made.keywords = []Member{{"pattern", p.portable}}
	}
	return made, nil
}

func prefix(_ *Type, c Constraint) (rule, *fault.Diagnostic) {
	begins := c.text("prefix")
	return rule{
		expected: "text that begins with " + strconv.Quote(begins), keywords: []Member{{"pattern", "^" + quotePattern(begins)}},
		text: func(s string) bool { return strings.HasPrefix(s, begins) },
	}, nil
}

func suffix(_ *Type, c Constraint) (rule, *fault.Diagnostic) {
	ends := c.text("suffix")
	return rule{
		expected: "text that ends with " + strconv.Quote(ends), keywords: []Member{{"pattern", quotePattern(ends) + "$"}},
		text: func(s string) bool { return strings.HasSuffix(s, ends) },
	}, nil
}

// url makes the rule of URLs. Its argument lists the allowed schemes; http and https if it is absent.
func url(_ *Type, c Constraint) (rule, *fault.Diagnostic) {
	schemes := []string{"http", "https"}
	if given, ok := c.Options["schemes"].([]any); ok && len(given) > 0 {
		schemes = nil
		for _, scheme := range given {
			s, _ := scheme.(string)
			s = strings.TrimSuffix(strings.TrimSuffix(s, "://"), ":")
			if s == "" || strings.ContainsFunc(s, func(r rune) bool { return !isSchemeRune(r) }) {
				return rule{}, nonsense(`write schemes only, such as @Url("https")`, "the arguments of @Url must be schemes of URLs")
			}
			schemes = append(schemes, s)
		}
	}
	alternatives := make([]string, len(schemes))
	for i, s := range schemes {
		alternatives[i] = quotePattern(s)
	}
	return rule{
		expected: "a URL that begins with " + strings.Join(schemes, ":// or ") + "://", text: isURL(schemes),
		params:   []Member{{"schemes", schemes}},
		keywords: []Member{{"format", "uri"}, {"pattern", "^(?:" + strings.Join(alternatives, "|") + `):\/\/`}},
	}, nil
}

func isSchemeRune(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("+-.", r)
}

func ip(_ *Type, c Constraint) (rule, *fault.Diagnostic) {
	version, given := c.number("version")
	switch {
	case !given:
		either := []any{Node{{"format", "ipv4"}}, Node{{"format", "ipv6"}}}
		return rule{expected: "an IP address", text: isIP(0), keywords: []Member{{"anyOf", either}}}, nil
	case version == 4 || version == 6:
		name := "v" + show(version)
		return rule{expected: "an IP" + name + " address", text: isIP(int(version)), keywords: []Member{{"format", "ip" + name}}}, nil
	default:
		return rule{}, nonsense("write @Ip(4), @Ip(6), or @Ip for either", "@Ip supports the versions 4 and 6, not %s", show(version))
	}
}

// oneOf makes the rule of texts or numbers that must be among those listed, depending on the type.
func oneOf(t *Type, c Constraint) (rule, *fault.Diagnostic) {
	values, _ := c.Options["values"].([]any)
	if len(values) == 0 {
		return rule{}, nonsense(`write the values: @OneOf("a", "b")`, "@OneOf has no values")
	}
	enum := &Enumeration{Values: values}
	for _, v := range values {
		_, isText := v.(string)
		if isText != (t.Kind == String) || !isText && !isNumber(v) {
			return rule{}, &fault.Diagnostic{
				Code: CodeConstraintType, Message: fmt.Sprintf("a value of @OneOf does not match the declared type, which is %s", t.describe()),
				Hint: "write values of this type",
			}
		}
		enum.Texts = append(enum.Texts, literalText(v))
	}
	return rule{
		expected: enum.expected(), keywords: []Member{{"enum", values}},
		text:   func(s string) bool { return enum.has(s) },
		number: func(f float64) bool { return enum.hasNumber(f) },
	}, nil
}

func (e *Enumeration) has(text string) bool {
	for _, known := range e.Texts {
		if known == text {
			return true
		}
	}
	return false
}

func (e *Enumeration) hasNumber(f float64) bool {
	for _, known := range e.Values {
		switch known := known.(type) {
		case int64:
			if float64(known) == f {
				return true
			}
		case float64:
			if known == f {
				return true
			}
		}
	}
	return false
}
