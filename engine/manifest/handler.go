package manifest

import (
	"fmt"

	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/schema"
	"github.com/fwrun/fwrun/source"
)

// constrainParam gives a parameter's type the rules that its decorators say.
func (src *Source) constrainParam(t *schema.Type, owner *declared, p *source.Param, on []*Declaration, handler string) *schema.Type {
	return src.constrain(t, on, fmt.Sprintf("the parameter %s of %s", p.Name, handler), func(d *Declaration) fault.Spot {
		return src.decoratorSpot(owner, p.Decorators, d.shown(), owner.atParam(p))
	})
}
