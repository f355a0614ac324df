package flame

import (
	_ "embed" // the page
	"encoding/json"
	"fmt"
	"html"
	"io"
	"slices"
	"strings"

	"github.com/google/pprof/profile"
)

// node is a function as it was called by those above it.
type node struct {
	Name     string  `json:"n"`
	Place    string  `json:"p,omitempty"`
	Value    int64   `json:"v"`
	Script   bool    `json:"s,omitempty"`
	Children []*node `json:"c,omitempty"`

	byName map[string]*node
}

//go:embed page.html
var page string

// Write writes the flame graph of a profile. The title is shown above it.
func Write(w io.Writer, text []byte, title string) error {
	p, err := profile.ParseData(text)
	if err != nil {
		return fmt.Errorf("the profile cannot be read: %w", err)
	}
	kind := len(p.SampleType) - 1 // the last one is the one that matters, as pprof has it
	if kind < 0 {
		return fmt.Errorf("the profile has no samples")
	}
	root := &node{Name: "all"}
	for _, s := range p.Sample {
		root.add(s, kind)
	}
	root.sort()
	tree, err := json.Marshal(root) // escapes what could end the script
	if err != nil {
		return err
	}
	_, err = strings.NewReplacer(
		"{{title}}", html.EscapeString(title), "{{unit}}", html.EscapeString(p.SampleType[kind].Unit), "{{tree}}", string(tree),
	).WriteString(w, page)
	return err
}

// add adds a sample.
func (n *node) add(s *profile.Sample, kind int) {
	value := s.Value[kind]
	if value <= 0 {
		return
	}
	n.Value += value
	at := n
	for _, l := range slices.Backward(s.Location) {
		for _, line := range slices.Backward(l.Line) {
			if line.Function == nil {
				continue
			}
			at = at.child(line.Function, isScript(line.Function.Filename))
			at.Value += value
		}
	}
}

func (n *node) child(f *profile.Function, script bool) *node {
	key := f.Name + "\x00" + f.Filename
	if c := n.byName[key]; c != nil {
		return c
	}
	c := &node{Name: f.Name, Place: f.Filename, Script: script}
	if n.byName == nil {
		n.byName = map[string]*node{}
	}
	n.byName[key] = c
	n.Children = append(n.Children, c)
	return c
}

// sort orders functions by name, so that two graphs can be compared.
func (n *node) sort() {
	slices.SortFunc(n.Children, func(a, b *node) int { return strings.Compare(a.Name+"\x00"+a.Place, b.Name+"\x00"+b.Place) })
	for _, c := range n.Children {
		c.sort()
	}
}

// isScript reports whether a file is a script of the application, or one of fwrun.
func isScript(file string) bool {
	return slices.ContainsFunc([]string{".js", ".ts", ".mjs", ".mts"}, func(ending string) bool { return strings.HasSuffix(file, ending) }) ||
		strings.HasPrefix(file, "fwrun:")
}
