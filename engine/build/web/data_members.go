package web

import (
	"strings"

	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/platform/fault"
)

// dataMembers reports @JsonProperty and @JsonIgnore on parameters that make no field, and other decorators for
// data on fields that @JsonIgnore hides.
func (b *builder) dataMembers() {
	for _, owner := range b.Ordered {
		for _, d := range owner.Members {
			if d.Decorator != "JsonProperty" && d.Decorator != "JsonIgnore" {
				continue
			}
			b.dataParameter(owner, d)
			if d.Decorator == "JsonIgnore" {
				b.contradicted(owner, d)
			}
		}
	}
}

func (b *builder) dataParameter(owner *declared.Owner, d *declared.Declaration) {
	if d.Target != declared.OnParam || owner.DataName(d) != "" {
		return
	}
	hint := "move it to a field"
	if p := owner.ParameterOf(d); p != nil && p.Name != "" {
		hint = "make it a field: constructor(public " + p.Name + ")"
	}
	problem := b.SpotOf(owner, d).Problem("json-parameter", "@%s is on %s, which is not a field", d.Decorator, owner.NameOf(d))
	b.Report(fault.Explain(problem,
		"it sets how a field is written and read, and a constructor parameter is a field only with public, protected, private or readonly", hint))
}

// contradicted reports the other decorators for data on a field that is not written.
func (b *builder) contradicted(owner *declared.Owner, ignore *declared.Declaration) {
	for _, d := range owner.Members {
		isSame := d.Member == ignore.Member && d.Target == ignore.Target && d.Param == ignore.Param
		if isSame && (d.Decorator == "JsonProperty" || strings.HasPrefix(d.Decorator, "Xml")) {
			problem := b.SpotOf(owner, d).Problem("json-ignored", "%s has both @JsonIgnore and @%s", owner.NameOf(d), d.Decorator)
			b.Report(fault.Explain(problem, "an ignored field is neither written nor read", "remove one of them"))
		}
	}
}
