package agents

import (
	"cmp"
	"fmt"

	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/platform/fault"
)

// findPrompts finds the methods that make messages for a model.
func (b *builder) findPrompts() {
	for _, o := range b.offeredBy(declared.McpPrompt) {
		if !o.callable("prompt-target") {
			continue
		}
		if !o.ofService() {
			o.wrong("prompt-class", "prompts are methods of a @Service or a @Component", fmt.Sprintf("move %s into a @Service", o.m.Name),
				"@McpPrompt is on %s, a method of a @%s", o.what(), o.bean.Stereotype)
			continue
		}
		b.prompt(o)
	}
}

func (b *builder) prompt(o *offered) {
	one := &manifest.Prompt{
		Name: derivedName(o.bean.TypeName, o.m.Name), Title: o.d.Options.Text("title"),
		Description: cmp.Or(o.d.Options.Text("description"), o.m.Doc.Summary), Place: o.owner.At(o.m).Place,
	}
	if name, given := o.d.Options["name"].(string); given {
		one.Name = name
	}
	if !isAgentName(one.Name) {
		o.wrong("prompt-name", "a prompt's name must have 1 to 128 letters, digits, underscores, dots and hyphens",
			`write one: @McpPrompt({ name: "review" })`, "%q is not a valid name for the prompt %s", fault.Shortened(one.Name, longestShown), o.what())
	}
	h := o.handlerOf(nil)
	one.Handler = h.Index
	for i, p := range o.m.Params {
		planned := o.agentParam(p)
		if planned.Origin == manifest.FromArguments {
			planned.Type = o.typeOf(p)
			if planned.Type != nil && planned.Type.Kind != schema.String {
				o.Report(fault.Explain(o.owner.AtParam(p).Problem("prompt-argument", "the parameter %s of %s is %s", p.Name, o.what(),
					fault.Article(planned.Type.Name)),
					"the arguments of prompts are strings", "make it a string, and convert it in the method"))
			}
			planned.Required = !p.HasDefault && !p.Optional && (planned.Type == nil || !planned.Type.Nullable)
			one.Arguments = append(one.Arguments, manifest.PromptArgument{Name: p.Name, Description: p.Doc, Required: planned.Required, Param: i})
		}
		h.Params = append(h.Params, planned)
	}
	b.prompts = append(b.prompts, entry{one.Name, one.Handler, o.spot})
	b.out.Prompts = append(b.out.Prompts, one)
}
