package dates

import (
	"strings"
	"time"

	"github.com/fwrun/fwrun/jsapi/web/intl/cldr"
)

// zoneNamer writes the names of one zone in one locale.
type zoneNamer struct {
	zone    Zone
	table   *cldr.Table
	names   *cldr.Table // of regions
	region  string      // of the locale
	numbers func(n, width int) string
}

// name writes the zone as the letters of patterns want it.
func (z *zoneNamer) name(t time.Time, letter byte, length int) string {
	width := "short"
	if length == 4 {
		width = "long"
	}
	switch letter {
	case 'z':
		if name := z.specific(t, width); name != "" {
			return name
		}
	case 'v':
		if name := z.generic(t, width); name != "" {
			return name
		}
		if name := z.location(); name != "" {
			return name
		}
	}
	return z.offset(t, width)
}

// backwards are the zones whose summer time is the standard time of the database, for whose winter time it has daylight saving.
var backwards = map[string]bool{"Europe/Dublin": true, "Africa/Casablanca": true, "Africa/El_Aaiun": true}

// isDaylight reports whether it is summer time.
func (z *zoneNamer) isDaylight(t time.Time) bool {
	if backwards[z.zone.canon] && t.Year() >= 1972 {
		_, offset := t.Zone()
		if z.zone.canon == "Europe/Dublin" {
			return offset == 3600
		}
		return offset == 3600 && t.Year() >= 2019
	}
	return t.IsDST()
}

// specific returns the name of standard or of summer time.
func (z *zoneNamer) specific(t time.Time, width string) string {
	kind := "standard"
	if z.isDaylight(t) {
		kind = "daylight"
	}
	return z.table.First("zone/"+z.zone.canon+"/"+width+"/"+kind, "meta/"+z.metazone(t)+"/"+width+"/"+kind)
}

// metazone returns the group of zones to which the zone belongs at a time.
func (z *zoneNamer) metazone(t time.Time) string {
	at := t.UTC().Format("2006-01-02 15:04")
	for _, period := range zones().Meta[z.zone.canon] {
		if (period[1] == "" || at >= period[1]) && (period[2] == "" || at < period[2]) {
			return period[0]
		}
	}
	return ""
}

// halfYear is how far a change to summer time may be for a zone to count as one that has it.
const halfYear = 184 * 24 * time.Hour

// generic returns the name for standard and summer time together.
func (z *zoneNamer) generic(t time.Time, width string) string {
	if name := z.table.Text("zone/" + z.zone.canon + "/" + width + "/generic"); name != "" {
		return name
	}
	meta := z.metazone(t)
	if meta == "" {
		return ""
	}
	name := z.table.Text("meta/" + meta + "/" + width + "/generic")
	if !z.hasDaylightNear(t) {
		if standard := z.specific(t, width); standard != "" && !strings.EqualFold(standard, name) {
			return standard
		}
	}
	if name == "" {
		return ""
	}
	golden := goldenZone(meta, z.region)
	if golden == "" || golden == z.zone.canon {
		return name
	}
	if other, ok := LoadZone(golden); ok && !sameClock(t, other) {
		return z.partial(meta, name)
	}
	return name
}

// hasDaylightNear reports whether there is summer time, or was or will be within half a year.
func (z *zoneNamer) hasDaylightNear(t time.Time) bool {
	if z.isDaylight(t) {
		return true
	}
	start, end := t.ZoneBounds()
	if !start.IsZero() && t.Sub(start) < halfYear && z.isDaylight(start.Add(-time.Second)) {
		return true
	}
	return !end.IsZero() && end.Sub(t) < halfYear && z.isDaylight(end)
}

func goldenZone(meta, region string) string {
	if zone := zones().Golden[meta][region]; zone != "" {
		return zone
	}
	return zones().Golden[meta]["001"]
}

// sameClock reports whether another zone has the same offset, and as much of it for summer time.
func sameClock(t time.Time, other Zone) bool {
	there := t.In(other.Location())
	_, a := t.Zone()
	_, b := there.Zone()
	return a == b && t.IsDST() == there.IsDST()
}

// partial returns the name with a place, for a zone that differs from others of its group.
func (z *zoneNamer) partial(meta, name string) string {
	place := z.city()
	if region := zones().Regions[z.zone.canon]; region != "" && zones().Golden[meta][region] == z.zone.canon {
		place = z.names.Text("territories/" + region)
	}
	return fill(z.table.Text("fallbackFormat"), place, name)
}

// location returns the name by the place: that of the region if the zone is the only or main one there.
func (z *zoneNamer) location() string {
	region := zones().Regions[z.zone.canon]
	place := ""
	switch {
	case region == "" || region == "001":
		return ""
	case zones().Primary[region] == z.zone.canon || zones().count[region] == 1:
		place = z.names.Text("territories/" + region)
	}
	if place == "" {
		place = z.city()
	}
	return fill(z.table.Text("regionFormat"), place)
}

func (z *zoneNamer) city() string {
	if text := z.table.Text("zone/" + z.zone.canon); text != "" {
		return text
	}
	name := z.zone.canon
	return strings.ReplaceAll(name[strings.LastIndexByte(name, '/')+1:], "_", " ")
}

// offset returns GMT+1 or, when it is long, GMT+01:00.
func (z *zoneNamer) offset(t time.Time, width string) string {
	_, seconds := t.Zone()
	positive, negative, _ := strings.Cut(z.table.Text("hourFormat"), ";")
	pattern := positive
	if seconds < 0 {
		pattern, seconds = negative, -seconds
	}
	hours, minutes, rest := seconds/3600, seconds/60%60, seconds%60
	from, to := strings.IndexByte(pattern, 'H'), strings.LastIndexByte(pattern, 'm')+1
	separator := strings.Trim(pattern[from:to], "Hm")
	hourDigits := 2
	if width == "short" {
		hourDigits = 1
	}
	clock := z.numbers(hours, hourDigits)
	if width == "long" || minutes != 0 || rest != 0 {
		clock += separator + z.numbers(minutes, 2)
	}
	if rest != 0 {
		clock += separator + z.numbers(rest, 2)
	}
	return fill(z.table.Text("gmtFormat"), pattern[:from]+clock+pattern[to:])
}
