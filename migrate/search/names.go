package search

import (
	"fmt"
	"strings"

	"github.com/fwrun/fwrun/platform/fault"
)

// checkName returns the problems of the name that a file gives to what it makes.
func (c *change) checkName(d *document) fault.List {
	what := "a template"
	if c.kind == index {
		what = "an index"
	}
	refuse := func(rule string) fault.List {
		problem := d.problem(0, fmt.Sprintf("clusters refuse the name %q: %s", c.name, rule), "rename the file")
		problem.Code = "migration-name"
		return fault.List{problem}
	}
	switch {
	case c.name == "" || c.name == "." || c.name == "..":
		return refuse("it is empty or only dots")
	case len(c.name) > 255:
		return refuse(fmt.Sprintf("it has %d bytes, but at most 255 are allowed", len(c.name)))
	case c.kind == policy:
		return nil
	case strings.ContainsAny(c.name, " ,*#"):
		return refuse(fmt.Sprintf("the name of %s must not contain a space or one of , * #", what))
	case strings.HasPrefix(c.name, "_"):
		return refuse(fmt.Sprintf("the name of %s must not begin with _", what))
	case c.kind == index && strings.ContainsAny(c.name, `"\<>|?`):
		return refuse(`the name of an index must not contain one of " \ < > | ?`)
	case c.kind == index && strings.HasPrefix(c.name, "-") || c.kind == index && strings.HasPrefix(c.name, "+"):
		return refuse("the name of an index must not begin with - or +")
	case c.kind == index && strings.Contains(c.name, ":"):
		return refuse("the name of an index must not contain a colon")
	case c.kind == template && c.name != strings.ToLower(c.name):
		return fault.List{c.file.Warning("migration-upper-case",
			fmt.Sprintf("the template is called %q, and clusters refuse names of templates with upper-case letters", c.name),
			"rename the file; only names of indices are made lower-case")}
	}
	return nil
}
