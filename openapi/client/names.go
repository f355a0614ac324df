package client

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// taken are names that a type of an application would hide: words of the language, and what the rest of the file uses.
var taken = strings.Fields(`
	any arguments as async await bigint boolean break case catch class const continue debugger declare default delete do else enum eval export
	extends false finally for from function get if implements import in infer instanceof interface is keyof let module namespace never new null
	number object of package private protected public readonly require return satisfies set static string super switch symbol this throw true try
	type typeof undefined unique unknown var void while with yield

	AbortController AbortSignal Array AsyncGenerator AsyncIterable Blob DOMException Date Error Exclude File FormData Generator Headers HeadersInit Init
	JSON Math NaN NonNullable Number Object Parameters Partial Pick Promise ReadableStream Record RequestInit Response String Symbol SyntaxError
		TextDecoder TypeError
	URL URLSearchParams Uint8Array clearTimeout decodeURIComponent encodeURIComponent fetch globalThis setTimeout

	Api Body CallOptions ClientOptions Clock Download NoArguments Operation Problem ProblemError ServerEvent Source Values answer bodyOf clockOf dataOf
	connect createClient defaultBase events fieldsOf fileName isJSON isObject isStream lines mediaType objects pause pieces problemOf queryOf
	resultOf retriesOf segmentOf targetOf textsOf valueOf`)

var (
	identifier = regexp.MustCompile(`^[A-Za-z_$][A-Za-z0-9_$]*$`)
	notInNames = regexp.MustCompile(`[^A-Za-z0-9_$]+`)
)

// namer gives names that are unique.
type namer struct{ used []string }

// name returns a name, with a number if it is used already.
func (n *namer) name(wanted string) string {
	name := wanted
	for i := 2; slices.Contains(n.used, name); i++ {
		name = fmt.Sprintf("%s%d", wanted, i)
	}
	n.used = append(n.used, name)
	return name
}

// typeName makes the name of a type of that of a schema.
func typeName(schema string) string {
	name := strings.Trim(notInNames.ReplaceAllString(schema, "_"), "_")
	if name == "" || unicode.IsDigit(rune(name[0])) {
		name = "Type" + name
	}
	if slices.Contains(taken, name) {
		name += "Model"
	}
	return name
}

// memberName makes the name of a function or a group of functions. A member then would make a promise of the object, and __proto__
// its prototype.
func memberName(text string) string {
	words := notInNames.Split(text, -1)
	words = slices.DeleteFunc(words, func(word string) bool { return word == "" })
	for i, word := range words {
		if i > 0 {
			words[i] = strings.ToUpper(word[:1]) + word[1:]
		}
	}
	name := lowerFirst(strings.Join(words, ""))
	switch {
	case name == "":
		return "_"
	case unicode.IsDigit(rune(name[0])):
		return "_" + name
	case name == "then" || name == "__proto__":
		return name + "_"
	}
	return name
}

// lowerFirst begins a name with a small letter: users, urlTools of URLTools.
func lowerFirst(name string) string {
	letters := []byte(name)
	for i, c := range letters {
		if c < 'A' || c > 'Z' || i > 0 && i+1 < len(letters) && letters[i+1] >= 'a' && letters[i+1] <= 'z' {
			break
		}
		letters[i] = c + 'a' - 'A'
	}
	return string(letters)
}

// key returns the name of a property as it is written in an object or its type.
func key(name string) string {
	if identifier.MatchString(name) && name != "__proto__" {
		return name
	}
	return quote(name)
}
