package host

import (
	"bytes"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/schema"
)

// bindBody makes the value of a body that checkBody has let through.
func (x *exchange) bindBody(s *engine.Scope, a *argument) (engine.Value, error) {
	switch x.bodyForm {
	case jsonBody:
		return x.bindJSON(s, a)
	case textBody:
		return s.String(viewText(x.body)), nil
	case bytesBody:
		return s.Bytes(bytes.Clone(x.body)), nil
	case constructedBody:
		return s.Construct(a.typ.Class, viewText(x.body))
	default:
		return x.absent(s, a, inBody), nil
	}
}

func (x *exchange) bindJSON(s *engine.Scope, a *argument) (engine.Value, error) {
	document := gjson.Result{Type: gjson.JSON, Raw: viewText(x.json)}
	value, found, err := schema.JSON(s, a.typ, document, x.server.settings.MaxJSONDepth)
	for _, mismatch := range found {
		x.refuse(a, inBody, mismatch)
	}
	return value, err
}
