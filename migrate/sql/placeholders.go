package sql

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/migrate"
	"github.com/fwrun/fwrun/platform/fault"
)

// placeholder matches ${key}, and $${, which is replaced by ${.
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

// hidden replaces a secret value, or a part of it, in messages.
const hidden = "******"

// shortestPart is the length in bytes from which a part of a secret value is hidden: databases quote the word of a statement
// that they do not understand, or cut off the statement, and thus show a value in part.
const shortestPart = 4

// mask replaces secret values, and parts of them, in a message.
func (f filled) mask(message string) string {
	for _, secret := range f.secrets {
		message = maskParts(strings.ReplaceAll(message, secret, hidden), secret)
	}
	return message
}

func maskParts(message, secret string) string {
	var b strings.Builder
	for i := 0; i < len(message); {
		n := 0
		for i+n < len(message) && strings.Contains(secret, message[i:i+n+1]) {
			n++
		}
		if n < shortestPart {
			b.WriteByte(message[i])
			i++
			continue
		}
		b.WriteString(hidden)
		i += n
	}
	return b.String()
}

// without returns the error of a statement without the values of its placeholders, which the database's error, and
// the statement in it, have.
func (f filled) without(err error, written string) error {
	e, ok := errors.AsType[*data.Error](err)
	if len(f.secrets) == 0 || !ok {
		return err
	}
	plain := &data.Error{Datasource: e.Datasource, Kind: e.Kind, Code: e.Code, Message: f.mask(e.Message), SQL: written, Offset: -1}
	if failed, ok := errors.AsType[*fault.Error](err); ok {
		return failed.Because(plain)
	}
	return plain
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
