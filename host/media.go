package host

import (
	"strconv"
	"strings"
)

// media is a parsed media type or range of media types, such as "text/html; charset=utf-8".
type media struct {
	text    string // as it was written
	kind    string // "text"; "*" in a range
	sub     string // "html"; "*" in a range
	charset string
}

func parseMedia(text string) media {
	essence, parameters, _ := strings.Cut(text, ";")
	kind, sub, _ := strings.Cut(strings.TrimSpace(essence), "/")
	return media{text: text, kind: kind, sub: sub, charset: parameter(parameters, "charset")}
}

func parseMediaList(texts []string) []media {
	list := make([]media, len(texts))
	for i, text := range texts {
		list[i] = parseMedia(text)
	}
	return list
}

// parameter returns a parameter's value in a list such as "a=b; c=\"d\"".
func parameter(parameters, name string) string {
	for parameters != "" {
		var one string
		one, parameters, _ = strings.Cut(parameters, ";")
		key, value, _ := strings.Cut(one, "=")
		if strings.EqualFold(strings.TrimSpace(key), name) {
			return strings.Trim(strings.TrimSpace(value), `"`)
		}
	}
	return ""
}

func (m media) is(kind, sub string) bool {
	return strings.EqualFold(m.kind, kind) && strings.EqualFold(m.sub, sub)
}

func (m media) hasSuffix(suffix string) bool {
	n := len(m.sub) - len(suffix)
	return n > 0 && strings.EqualFold(m.sub[n:], suffix)
}

func (m media) isJSON() bool {
	return m.is("application", "json") || strings.EqualFold(m.kind, "application") && m.hasSuffix("+json")
}

func (m media) isXML() bool {
	return m.is("application", "xml") || m.is("text", "xml") || m.hasSuffix("+xml")
}

func (m media) isForm() bool { return m.is("application", "x-www-form-urlencoded") }

func (m media) isMultipart() bool { return m.is("multipart", "form-data") }

// isRange reports whether m is a range of types.
func (m media) isRange() bool { return strings.Contains(m.kind, "*") || strings.Contains(m.sub, "*") }

// covers returns how closely a range fits a type: 0 not at all, 1 */*, 2 type/*, 3 type/*+suffix, 4 the type itself.
// Parameters do not count.
func (m media) covers(t media) int {
	switch {
	case m.kind == "*" && m.sub == "*":
		return 1
	case !strings.EqualFold(m.kind, t.kind):
		return 0
	case m.sub == "*":
		return 2
	case strings.HasPrefix(m.sub, "*+") && t.hasSuffix(m.sub[1:]):
		return 3
	case strings.EqualFold(m.sub, t.sub):
		return 4
	default:
		return 0
	}
}

// consumed reports whether one of the types accepts a request's Content-Type.
func consumed(types []media, contentType media) bool {
	for _, t := range types {
		if t.covers(contentType) > 0 {
			return true
		}
	}
	return false
}

// negotiate returns the type that an Accept header prefers, the first one among equals.
func negotiate(accept string, produces []media) (best media, ok bool) {
	bestQuality := 0.0
	for _, candidate := range produces {
		if q := quality(accept, candidate); q > bestQuality {
			best, bestQuality = candidate, q
		}
	}
	return best, bestQuality > 0
}

// quality returns the weight that the closest range of an Accept header gives a type.
func quality(accept string, t media) float64 {
	result, closest := 0.0, 0
	for accept != "" {
		var one string
		one, accept, _ = strings.Cut(accept, ",")
		accepted := parseMedia(one)
		fit := accepted.covers(t)
		if t.isRange() && fit == 0 {
			fit = t.covers(accepted)
		}
		if fit > closest {
			closest, result = fit, weightOf(one)
		}
	}
	return result
}

// weightOf returns the q of a range; a q that is not a number excludes the range.
func weightOf(accepted string) float64 {
	_, parameters, _ := strings.Cut(accepted, ";")
	text := parameter(parameters, "q")
	if text == "" {
		return 1
	}
	q, err := strconv.ParseFloat(text, 64)
	if err != nil || !(q >= 0 && q <= 1) {
		return 0
	}
	return q
}
