package locale

import (
	"slices"
	"strings"
)

// MaxLength is the length that a name may have.
const MaxLength = 1024

// Parse reads the name of a locale, and reports whether it is well-formed. The case of its letters becomes that which is usual.
func Parse(name string) (*Tag, bool) {
	if len(name) > MaxLength {
		return nil, false
	}
	p := &parser{rest: strings.Split(strings.ToLower(name), "-")}
	tag := &Tag{}
	if !p.language(tag) || !p.extensions(tag) || len(p.rest) > 0 {
		return nil, false
	}
	return tag, true
}

// parser takes subtags from the front of those that are left.
type parser struct{ rest []string }

// next returns the next subtag, which is empty if there is none.
func (p *parser) next() string {
	if len(p.rest) == 0 {
		return ""
	}
	return p.rest[0]
}

func (p *parser) take() string {
	subtag := p.rest[0]
	p.rest = p.rest[1:]
	return subtag
}

// language reads a language, script, region and variants.
func (p *parser) language(tag *Tag) bool {
	if !IsLanguage(p.next()) {
		return false
	}
	tag.Language = p.take()
	if IsScript(p.next()) {
		tag.Script = titled(p.take())
	}
	if IsRegion(p.next()) {
		tag.Region = strings.ToUpper(p.take())
	}
	for IsVariant(p.next()) {
		variant := p.take()
		if slices.Contains(tag.Variants, variant) {
			return false
		}
		tag.Variants = append(tag.Variants, variant)
	}
	return true
}

func titled(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// extensions reads what follows the variants.
func (p *parser) extensions(tag *Tag) bool {
	seen := map[string]bool{}
	for len(p.next()) == 1 {
		singleton := p.take()
		if !isAlphanumeric(singleton, 1, 1) || seen[singleton] {
			return false
		}
		seen[singleton] = true
		ok := false
		switch singleton {
		case "u":
			ok = p.unicode(tag)
		case "t":
			ok = p.transform(tag)
		case "x":
			tag.Private, ok = p.values(1)
			return ok
		default:
			var values string
			values, ok = p.values(2)
			tag.Others = append(tag.Others, singleton+"-"+values)
		}
		if !ok {
			return false
		}
	}
	return true
}

// values reads subtags of a minimum length, and reports whether there is one.
func (p *parser) values(least int) (string, bool) {
	var values []string
	for isAlphanumeric(p.next(), least, 8) {
		values = append(values, p.take())
	}
	return strings.Join(values, "-"), len(values) > 0
}

// unicode reads the attributes and keywords of the extension u. Of keywords with the same key, the first counts.
func (p *parser) unicode(tag *Tag) bool {
	for isAlphanumeric(p.next(), 3, 8) {
		attribute := p.take()
		if !slices.Contains(tag.Attributes, attribute) {
			tag.Attributes = append(tag.Attributes, attribute)
		}
	}
	any := len(tag.Attributes) > 0
	for isKey(p.next()) {
		key := p.take()
		value, _ := p.values(3)
		if _, twice := tag.Keyword(key); !twice {
			tag.Keywords = append(tag.Keywords, Keyword{key, value})
		}
		any = true
	}
	return any
}

// isKey reports whether a subtag is a key of the extension u.
func isKey(s string) bool { return isAlphanumeric(s, 2, 2) && !isDigit(s[1]) }

// transform reads the locale and fields of the extension t.
func (p *parser) transform(tag *Tag) bool {
	if IsLanguage(p.next()) {
		tag.Transform = &Tag{}
		if !p.language(tag.Transform) {
			return false
		}
	}
	for len(p.next()) == 2 && isAlphabetic(p.next()[:1], 1, 1) && isDigit(p.next()[1]) {
		key := p.take()
		value, ok := p.values(3)
		if !ok || slices.ContainsFunc(tag.Fields, func(k Keyword) bool { return k.Key == key }) {
			return false
		}
		tag.Fields = append(tag.Fields, Keyword{key, value})
	}
	return tag.Transform != nil || len(tag.Fields) > 0
}

// IsLanguage reports whether a subtag has the form of a language.
func IsLanguage(s string) bool { return isAlphabetic(s, 2, 3) || isAlphabetic(s, 5, 8) }

// IsScript reports whether a subtag has the form of a script.
func IsScript(s string) bool { return isAlphabetic(s, 4, 4) }

// IsRegion reports whether a subtag has the form of a region.
func IsRegion(s string) bool {
	return isAlphabetic(s, 2, 2) || len(s) == 3 && isDigit(s[0]) && isDigit(s[1]) && isDigit(s[2])
}

// IsVariant reports whether a subtag has the form of a variant.
func IsVariant(s string) bool {
	return isAlphanumeric(s, 5, 8) || isAlphanumeric(s, 4, 4) && isDigit(s[0])
}

// IsType reports whether a text has the form of a value of the extension u.
func IsType(s string) bool {
	if len(s) > MaxLength {
		return false
	}
	for part := range strings.SplitSeq(s, "-") {
		if !isAlphanumeric(part, 3, 8) {
			return false
		}
	}
	return true
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isAlphabetic(s string, least, most int) bool {
	for i := range len(s) {
		if c := s[i] | 0x20; c < 'a' || c > 'z' {
			return false
		}
	}
	return len(s) >= least && len(s) <= most
}

func isAlphanumeric(s string, least, most int) bool {
	for i := range len(s) {
		if c := s[i] | 0x20; (c < 'a' || c > 'z') && !isDigit(s[i]) {
			return false
		}
	}
	return len(s) >= least && len(s) <= most
}
