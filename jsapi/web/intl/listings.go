package intl

import (
	"maps"
	"slices"
	"strings"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/web/intl/cldr"
	"github.com/fwrun/fwrun/jsapi/web/intl/collation"
	"github.com/fwrun/fwrun/jsapi/web/intl/dates"
	"github.com/fwrun/fwrun/jsapi/web/intl/numbers"
	"github.com/fwrun/fwrun/jsapi/web/part"
)

func (h realm) listings() map[string]part.Native {
	return map[string]part.Native{"supportedValues": func(call goja.FunctionCall) goja.Value {
		values, ok := supportedValues(call.Argument(0).String())
		if !ok {
			h.rangeError("Invalid key : " + call.Argument(0).String())
		}
		return h.array(values)
	}}
}

// supportedValues returns the values of a kind that Intl supports, sorted.
func supportedValues(kind string) ([]string, bool) {
	switch kind {
	case "calendar":
		return dates.Calendars, true
	case "collation":
		return collation.AllTypes(), true
	case "currency":
		return currencies(), true
	case "numberingSystem":
		return slices.Sorted(maps.Keys(numbers.Systems())), true
	case "timeZone":
		return dates.ZoneNames(), true
	case "unit":
		return numbers.Units, true
	}
	return nil, false
}

// currencies returns the codes of the currencies that have a name.
func currencies() []string {
	var codes []string
	for key := range cldr.Of("en", cldr.Currencies).Under("") {
		if !strings.Contains(key, "/") {
			codes = append(codes, key)
		}
	}
	return codes
}
