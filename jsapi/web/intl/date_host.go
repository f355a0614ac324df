package intl

import (
	"math"
	"strings"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/web/intl/dates"
	"github.com/fwrun/fwrun/jsapi/web/intl/numbers"
	"github.com/fwrun/fwrun/jsapi/web/part"
)

// dateFormatters are kept by their options.
var dateFormatters = newCache(dates.New)

func (h realm) dateFunctions() map[string]part.Native {
	return map[string]part.Native{
		"dateFormat": h.dateFormat,
		"timeZone": func(call goja.FunctionCall) goja.Value {
			zone, ok := dates.LoadZone(call.Argument(0).String())
			if !ok {
				return goja.Undefined()
			}
			return h.text(zone.Name)
		},
		"localZone": func(goja.FunctionCall) goja.Value { return h.text(dates.Local().Name) },
	}
}

// dateOptions reads the slots of a DateTimeFormat.
func dateOptions(r reader) dates.Options {
	zone, ok := dates.LoadZone(r.text("timeZone"))
	if local := dates.Local(); !ok || r.text("timeZone") == local.Name {
		zone = local
	}
	return dates.Options{
		Locale: r.text("data"), Calendar: r.text("calendar"), System: r.text("numberingSystem"), HourCycle: r.text("hourCycle"),
		Preferred: r.text("hour"), Zone: zone, DateStyle: r.text("dateStyle"), TimeStyle: r.text("timeStyle"),
		Fields: dates.Fields{
			Weekday: r.text("weekday"), Era: r.text("era"), Year: r.text("year"), Month: r.text("month"), Day: r.text("day"),
			DayPeriod: r.text("dayPeriod"), Hour: r.text("hourField"), Minute: r.text("minute"), Second: r.text("second"),
			FractionalDigits: r.number("fractionalSecondDigits"), ZoneName: r.text("timeZoneName"),
		},
	}
}

// dateFormat(slots) returns the functions of a formatter, and what its pattern writes.
func (h realm) dateFormat(call goja.FunctionCall) goja.Value {
	f := dateFormatters.get(dateOptions(readerOf(call.Argument(0))))
	functions := h.Runtime.NewObject()
	for name, fn := range map[string]part.Native{
		"parts":      func(call goja.FunctionCall) goja.Value { return h.dateParts(f.Format(h.clipped(call.Argument(0)))) },
		"range":      func(call goja.FunctionCall) goja.Value { return h.text(joinDateRange(h.dateRange(f, call))) },
		"rangeParts": func(call goja.FunctionCall) goja.Value { return h.dateRangeParts(h.dateRange(f, call)) },
		"fields":     func(goja.FunctionCall) goja.Value { return h.dateFields(f) },
	} {
		put(functions, name, h.Runtime.ToValue(fn))
	}
	put(functions, "format", h.bound(func(call goja.FunctionCall) goja.Value {
		return h.text(dates.Join(f.Format(h.clipped(call.Argument(0)))))
	}, 1))
	return functions
}

// clipped converts a date as scripts hand it over; undefined is now.
func (h realm) clipped(v goja.Value) int64 {
	if goja.IsUndefined(v) {
		return h.VM.Now().UnixMilli()
	}
	ms := v.ToNumber().ToFloat()
	if math.IsNaN(ms) || math.Abs(ms) > dates.MaxTime {
		h.rangeError("Invalid time value")
	}
	return int64(ms)
}

func (h realm) dateRange(f *dates.Formatter, call goja.FunctionCall) []dates.RangePart {
	a, b := call.Argument(0), call.Argument(1)
	if goja.IsUndefined(a) || goja.IsUndefined(b) {
		h.TypeError("startDate and endDate must not be undefined")
	}
	from, to := a.ToNumber(), b.ToNumber()
	return f.FormatRange(h.clipped(from), h.clipped(to))
}

// joinDateRange returns the text of a range. A range that is one date is written as that.
func joinDateRange(parts []dates.RangePart) string {
	var out strings.Builder
	plain, isOne := make([]dates.Part, len(parts)), true
	for i, p := range parts {
		plain[i] = p.Part
		isOne = isOne && p.Source == "shared"
		out.WriteString(p.Value)
	}
	if isOne {
		return dates.Join(plain)
	}
	return out.String()
}

func (h realm) dateParts(parts []dates.Part) goja.Value {
	values := make([]any, len(parts))
	for i, p := range parts {
		values[i] = h.object("type", p.Type, "value", p.Value)
	}
	return h.Runtime.NewArray(values...)
}

func (h realm) dateRangeParts(parts []dates.RangePart) goja.Value {
	values := make([]numbers.RangePart, len(parts))
	for i, p := range parts {
		values[i] = numbers.RangePart{Part: numbers.Part(p.Part), Source: p.Source}
	}
	return h.rangeParts(values)
}

// dateFields returns what the pattern writes, as resolvedOptions tells it.
func (h realm) dateFields(f *dates.Formatter) goja.Value {
	of, result := f.Fields(), h.Runtime.NewObject()
	for name, value := range map[string]string{
		"weekday": of.Weekday, "era": of.Era, "year": of.Year, "month": of.Month, "day": of.Day, "dayPeriod": of.DayPeriod,
		"hour": of.Hour, "minute": of.Minute, "second": of.Second, "timeZoneName": of.ZoneName, "hourCycle": f.HourCycle(),
	} {
		put(result, name, h.orUndefined(value))
	}
	if of.FractionalDigits > 0 {
		put(result, "fractionalSecondDigits", h.Runtime.ToValue(of.FractionalDigits))
	}
	return result
}
