package declared

import (
	"fmt"
	"strings"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// Standard is the value of an option that is a schema of zod, valibot, arktype or another library: its index in each VM.
type Standard int

// NoStandard is the value of such an option that is undefined.
const NoStandard Standard = -1

const codeSchema = "schema-use"

// SchemaOf returns the type of the values of the schema that a declaration names; nil if it names none. It reports options beside it that
// would check or describe the same values.
func (src *Source) SchemaOf(d *Declaration, what string, s fault.Spot) *schema.Type {
	index, given := d.Options["schema"].(Standard)
	if !given || index == NoStandard || src.Standard == nil {
		return nil
	}
	for _, other := range []string{"type", "validate", "each", "inputSchema"} {
		if _, is := d.Options[other]; is {
			src.Report(fault.Explain(s.Problem(codeSchema, "@%s of %s has both schema and %s", d.Decorator, what, other),
				"the schema says what the values are", "remove one of them"))
		}
	}
	t := schema.StandardType(src.Standard(index))
	t.Place = s.Place
	return t
}

// unconstrained reports constraints of a parameter that has a schema.
func (src *Source) unconstrained(owner *Owner, p *source.Param, on []*Declaration, handler string) {
	for _, d := range on {
		src.Checked[d] = true
		if _, isSaid := d.Options["schema"].(Standard); isSaid || len(d.Constraints()) == 0 {
			continue
		}
		s := src.SpotOf(owner, d)
		src.Report(fault.Explain(s.Problem(codeSchema, "the parameter %s of %s has a constraint beside its schema", p.Name, handler),
			"the schema says what the values are", "write it into the schema"))
	}
}

// Schemas checks where the manifest uses schemas, and warns of those that documents cannot describe.
func (src *Source) Schemas(m *manifest.Manifest) {
	warned := map[*schema.Description]bool{}
	for _, h := range m.Handlers {
		for i := range h.Params {
			p := &h.Params[i]
			if p.Type == nil {
				continue
			}
			s, what := fault.SpotOf(p.Place, p.Name), fmt.Sprintf("the parameter %s of %s", p.Name, h.Name)
			src.schemasIn(p.Type, func(t *schema.Type) {
				switch {
				case p.Origin == manifest.FromPayload && (t == p.Type || t == p.Type.Elem && p.Type.Kind == schema.List): // in no document
				case t == p.Type:
					src.undescribed(t.Standard, &t.Standard.Read, s, warned)
				default:
					src.Report(fault.Explain(s.Problem(codeSchema, "%s has values of the schema %s within another type", what, t.Name),
						"a schema takes all of a value", "write one schema for the whole: z.array("+t.Name+"), or z.object({ … })"))
				}
			})
		}
		if h.Result != nil {
			src.schemasIn(h.Result, func(t *schema.Type) {
				t.Standard.InResults = true
				src.undescribed(t.Standard, &t.Standard.Written, fault.Spot{Place: h.Place}, warned)
			})
		}
	}
	for _, t := range m.Tools {
		if t.Schema != nil {
			src.undescribed(t.Schema, &t.Schema.Read, fault.Spot{Place: t.Place}, warned)
		}
	}
}

// schemasIn visits the types of schemas within a type.
func (src *Source) schemasIn(t *schema.Type, visit func(t *schema.Type)) {
	t.Holds(func(t *schema.Type) bool {
		if t.Standard != nil {
			visit(t)
		}
		return false
	})
}

// undescribed warns, once, of a schema that documents leave out.
func (src *Source) undescribed(of *schema.Standard, d *schema.Description, s fault.Spot, warned map[*schema.Description]bool) {
	if d.Problem == "" || warned[d] {
		return
	}
	warned[d] = true
	name := of.Name
	if name == "" {
		name = "a schema"
	}
	problem := s.Problem("schema-undescribed", "documents cannot describe %s: %s", name, d.Problem)
	problem.Severity = fault.Warning
	problem.Why = "values are checked all the same"
	switch {
	case d.Problem == schema.NoDescription:
		problem.Hint = "give it one; of valibot: { ...S, ...toStandardJsonSchema(S) } with @valibot/to-json-schema"
	case strings.Contains(d.Problem, "Date"):
		problem.Hint = "a date in JSON is a text: z.iso.datetime()"
	default:
		problem.Hint = "write what JSON Schema knows: behind a transform, say with pipe what it makes"
	}
	src.Report(problem)
}
