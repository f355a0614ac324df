package search

import (
	"fmt"
	"strings"

	"github.com/fwrun/fwrun/fault"
)

// checkName returns the problems of the name that a file gives to what it makes.
func (c *change) checkName(d *document) fault.List {
	what := c.kind.String()
	refuse := func(rule string) fault.List {
		problem := d.problem(0, fmt.Sprintf("clusters refuse the name %q: %s", c.name, rule), "rename the file")
		problem.Code = "migration-name"
		return fault.List{problem}
	}
	switch {
	case c.name == "":
		return refuse("it is the name of nothing")
	case len(c.name) > 255:
		return refuse(fmt.Sprintf("it has %d bytes, and 255 are the most", len(c.name)))
	case strings.ContainsAny(c.name, " ,\"*\\<>|?#"):
		return refuse(fmt.Sprintf(`the name of a %s has no space and none of , " * \ < > | ? #`, what))
	case c.kind == policy:
		return nil
	case strings.HasPrefix(c.name, "_"):
		return refuse(fmt.Sprintf("the name of a %s does not begin with _", what))
	case c.kind == index && strings.HasPrefix(c.name, "-") || c.kind == index && strings.HasPrefix(c.name, "+"):
		return refuse("the name of an index does not begin with - or +")
	case c.kind == index && strings.Contains(c.name, ":"):
		return refuse("the name of an index has no colon")
	case c.kind == template && c.name != strings.ToLower(c.name):
		return fault.List{c.file.Warning("migration-upper-case",
			fmt.Sprintf("the template is called %q, and clusters refuse names of templates with upper-case letters", c.name),
			"rename the file; only names of indices are made lower-case")}
	}
	return nil
}
