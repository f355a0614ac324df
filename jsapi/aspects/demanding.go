package aspects

import (
	"fmt"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/security"
)

// demanding lets those call the method who meet a demand: the ones on whose behalf the VM runs.
func (r *Realm) demanding(advised *manifest.Advised, demand security.Demand) layer {
	cause := fmt.Errorf("%s demands %s", advised.Name, demand)
	return func(_ *call, rest Body) (goja.Value, error) {
		answer := demand.Of(security.From(r.VM.Context()))
		if answer == security.Allowed {
			return rest()
		}
		return nil, r.denial(answer, cause)
	}
}

// denial returns the exception of a call that is refused: of somebody who is not known, or who may not do it.
func (r *Realm) denial(answer security.Answer, cause error) error {
	if answer == security.Unknown {
		return r.refusals.Refused(401, "the caller is not known", map[string]string{"WWW-Authenticate": "Bearer"}, cause)
	}
	if r.Denied != nil {
		r.Denied(r.VM.Context())
	}
	return r.refusals.Refused(403, "you are not allowed to do this", nil, cause)
}
