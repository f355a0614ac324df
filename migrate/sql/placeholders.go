package sql

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/migrate"
)

// placeholder matches ${key}, and $${, which stands for ${ itself.
var placeholder = regexp.MustCompile(`\$\$\{|\$\{([^{}]*)\}`)

// filled is a statement whose placeholders have been replaced.
type filled struct {
	text    string
	values  []replacement
	secrets []string
}

// replacement is one value in the text.
type replacement struct {
	at, length int // in the text
	was, spans int // in the statement of the file
}

// fill replaces the placeholders of a statement, if the file asks for it.
func (t *Target) fill(statement string, wanted bool) filled {
	if !wanted {
		return filled{text: statement}
	}
	var f filled
	var text strings.Builder
	last := 0
	for _, at := range placeholder.FindAllStringSubmatchIndex(statement, -1) {
		text.WriteString(statement[last:at[0]])
		value := "${"
		if at[2] >= 0 {
			found, secret, _ := t.o.Placeholder(statement[at[2]:at[3]]) // that it exists has been checked
			value = found
			if secret && value != "" {
				f.secrets = append(f.secrets, value)
			}
		}
		f.values = append(f.values, replacement{text.Len(), len(value), at[0], at[1] - at[0]})
		text.WriteString(value)
		last = at[1]
	}
	text.WriteString(statement[last:])
	f.text = text.String()
	return f
}

// original returns where a byte of the text is in the statement of the file.
func (f filled) original(offset int) int {
	for i := len(f.values) - 1; i >= 0; i-- {
		v := f.values[i]
		switch {
		case offset >= v.at+v.length:
			return v.was + v.spans + offset - v.at - v.length
		case offset >= v.at:
			return v.was
		}
	}
	return offset
}

// mask replaces secret values in a message.
func (f filled) mask(message string) string {
	for _, secret := range f.secrets {
		message = strings.ReplaceAll(message, secret, "******")
	}
	return message
}

// checkPlaceholders returns an error for each placeholder whose key does not exist.
func (t *Target) checkPlaceholders(f *migrate.File) (problems fault.List) {
	text := string(f.Text)
	for _, at := range placeholder.FindAllStringSubmatchIndex(text, -1) {
		if at[2] < 0 {
			continue
		}
		key := text[at[2]:at[3]]
		if _, _, exists := t.o.Placeholder(key); !exists {
			problem := f.Problem("migration-placeholder", at[0], fmt.Sprintf("the configuration has no key %q", key),
				"set it in application.yml, or write $${ for the text ${")
			problem.Length = at[1] - at[0]
			problems = append(problems, problem)
		}
	}
	return problems
}
