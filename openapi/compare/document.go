package compare

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// object is a JSON object.
type object = map[string]any

// document is an OpenAPI document.
type document struct {
	root   object
	legacy bool // 3.0, whose schemas have words of their own

	known map[string]*accepted // by the schema's key
	steps *int                 // that may still be taken
}

// read reads a document. Its name is what errors call it.
func read(name string, text []byte, steps *int) (*document, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var root any
	err := decoder.Decode(&root)
	if _, end := decoder.Token(); err == nil && !errors.Is(end, io.EOF) {
		err = errors.New("there is text after the document")
	}
	if err != nil {
		return nil, fmt.Errorf("%s is not JSON: %w", name, err)
	}
	members, _ := root.(object)
	version, _ := members["openapi"].(string)
	d := &document{root: members, legacy: strings.HasPrefix(version, "3.0"), known: map[string]*accepted{}, steps: steps}
	if !d.legacy && !strings.HasPrefix(version, "3.1") {
		return nil, fmt.Errorf("%s is not an OpenAPI document of version 3.0 or 3.1", name)
	}
	return d, nil
}

// node is a value of a document with its place.
type node struct {
	value any
	at    string // JSON pointer
}

// object returns the members of the value; nil if it has none.
func (n node) object() object {
	members, _ := n.value.(object)
	return members
}

// list returns the items of the value; nil if it has none.
func (n node) list() []any {
	items, _ := n.value.([]any)
	return items
}

// text returns the value if it is a text.
func (n node) text() string {
	text, _ := n.value.(string)
	return text
}

// is reports whether the value is true.
func (n node) is() bool { return n.value == true }

func (n node) has(name string) bool {
	_, has := n.object()[name]
	return has
}

// get returns a member, whose value is nil if there is none.
func (n node) get(name string) node {
	return node{n.object()[name], n.at + "/" + escaped(name)}
}

// items returns the nodes of a list.
func (n node) items() []node {
	nodes := make([]node, len(n.list()))
	for i, item := range n.list() {
		nodes[i] = node{item, n.at + "/" + strconv.Itoa(i)}
	}
	return nodes
}

// names returns the names of the members, sorted.
func (n node) names() []string { return slices.Sorted(maps.Keys(n.object())) }

var pointerEscapes = strings.NewReplacer("~", "~0", "/", "~1")

func escaped(name string) string { return pointerEscapes.Replace(name) }

func unescaped(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(name, "~1", "/"), "~0", "~")
}

// maxReferences bounds the references that lead from one to the next.
const maxReferences = 64

// resolve follows the references of anything but a schema. What leads nowhere is returned as it is.
func (d *document) resolve(n node) node {
	for range maxReferences {
		target, is := n.object()["$ref"].(string)
		if !is {
			return n
		}
		found, is := d.find(target)
		if !is {
			return n
		}
		n = found
	}
	return n
}

// find returns what a reference within the document refers to.
func (d *document) find(reference string) (node, bool) {
	pointer, is := strings.CutPrefix(reference, "#")
	if decoded, err := url.PathUnescape(pointer); err == nil {
		pointer = decoded
	}
	n := node{d.root, "#"}
	if !is || pointer == "" {
		return n, is
	}
	for name := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
		next, is := n.step(unescaped(name))
		if !is {
			return node{}, false
		}
		n = next
	}
	return n, true
}

// step returns the member of a name, or the item of a number.
func (n node) step(name string) (node, bool) {
	if n.has(name) {
		return n.get(name), true
	}
	i, err := strconv.Atoi(name)
	if err != nil || i < 0 || i >= len(n.list()) {
		return node{}, false
	}
	return node{n.list()[i], n.at + "/" + strconv.Itoa(i)}, true
}

// canonical returns a text that is the same for equal values.
func canonical(value any) string {
	text, err := json.Marshal(plainNumbers(value))
	if err != nil {
		return fmt.Sprint(value)
	}
	return string(text)
}

// plainNumbers returns the value with numbers in one notation.
func plainNumbers(value any) any {
	switch v := value.(type) {
	case json.Number:
		if n, is := numberOf(v); is {
			return json.Number(n.Text('g', -1))
		}
	case []any:
		items := make([]any, len(v))
		for i, item := range v {
			items[i] = plainNumbers(item)
		}
		return items
	case object:
		members := make(object, len(v))
		for name, member := range v {
			members[name] = plainNumbers(member)
		}
		return members
	}
	return value
}
