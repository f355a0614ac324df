package dates

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	_ "time/tzdata" // small machines and containers have no database of time zones

	"github.com/fwrun/fwrun/jsapi/web/intl/cldr"
)

// Zone is a time zone. The zero value is UTC.
type Zone struct {
	Name     string // as it was asked for, in its usual case; +01:00 for a fixed offset
	canon    string // the name in CLDR; empty for a fixed offset
	location *time.Location
}

// Location returns the zone for package time.
func (z Zone) Location() *time.Location {
	if z.location == nil {
		return time.UTC
	}
	return z.location
}

// zoneData is what CLDR knows of zones.
type zoneData struct {
	Codes   map[string]string            `json:"codes"`
	Aliases map[string]string            `json:"aliases"`
	IANA    map[string]string            `json:"iana"`
	Regions map[string]string            `json:"regions"`
	Primary map[string]string            `json:"primary"`
	Meta    map[string][][]string        `json:"meta"`
	Golden  map[string]map[string]string `json:"golden"`

	names map[string]string // by name in lower case
	count map[string]int    // of zones, by region
}

var zones = sync.OnceValue(func() *zoneData {
	z := &zoneData{names: map[string]string{}, count: map[string]int{}}
	cldr.Supplement("timezones", z)
	for _, name := range z.Codes {
		z.names[strings.ToLower(name)] = name
		z.count[z.Regions[name]]++
	}
	for name := range z.Aliases {
		z.names[strings.ToLower(name)] = name
	}
	for _, name := range []string{"Etc/Unknown", "Factory"} {
		delete(z.names, strings.ToLower(name))
	}
	return z
})

// loaded has the zones that were asked for; there are only so many names.
var loaded sync.Map

// LoadZone returns a zone by its name in any case, or by an offset such as +02:00. Names are looked up in a table, never in the file system.
func LoadZone(name string) (Zone, bool) {
	if zone, ok := offsetZone(name); ok {
		return zone, true
	}
	if len(name) > 64 {
		return Zone{}, false
	}
	known, ok := zones().names[asciiLower(name)]
	if !ok {
		return Zone{}, false
	}
	if zone, ok := loaded.Load(known); ok {
		return zone.(Zone), true
	}
	zone, ok := loadZone(known)
	if ok {
		loaded.Store(known, zone)
	}
	return zone, ok
}

// asciiLower converts letters of ASCII only: others make no name of a zone.
func asciiLower(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, s)
}

// loadZone loads a zone of the table.
func loadZone(name string) (Zone, bool) {
	canon := name
	if to, ok := zones().Aliases[name]; ok {
		canon = to
	}
	for _, candidate := range []string{name, canon, zones().IANA[canon]} {
		if candidate == "" {
			continue
		}
		if location, err := time.LoadLocation(candidate); err == nil {
			return Zone{Name: name, canon: canon, location: location}, true
		}
	}
	return Zone{}, false
}

// offsetZone reads ±hh, ±hhmm and ±hh:mm.
func offsetZone(name string) (Zone, bool) {
	if len(name) < 3 || len(name) > 6 || name[0] != '+' && name[0] != '-' {
		return Zone{}, false
	}
	digits := name[1:]
	if len(digits) == 5 && digits[2] == ':' {
		digits = digits[:2] + digits[3:]
	}
	if len(digits) != 2 && len(digits) != 4 || strings.Trim(digits, "0123456789") != "" {
		return Zone{}, false
	}
	digits = (digits + "00")[:4]
	hours, minutes := int(digits[0]-'0')*10+int(digits[1]-'0'), int(digits[2]-'0')*10+int(digits[3]-'0')
	if hours > 23 || minutes > 59 {
		return Zone{}, false
	}
	offset, sign := hours*3600+minutes*60, name[:1]
	if offset == 0 {
		sign = "+"
	}
	if sign == "-" {
		offset = -offset
	}
	text := sign + digits[:2] + ":" + digits[2:]
	return Zone{Name: text, location: time.FixedZone(text, offset)}, true
}

// ZoneNames returns the zones that are not other names of zones, sorted.
func ZoneNames() []string {
	var names []string
	for _, name := range zones().Codes {
		if iana := zones().IANA[name]; iana != "" {
			name = iana
		}
		if name == "Etc/UTC" {
			name = "UTC"
		}
		if _, ok := LoadZone(name); ok && (name == "UTC" || strings.Contains(name, "/")) && name != "Etc/GMT" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// ZonesOf returns the zones of a region.
func ZonesOf(region string) []string {
	var names []string
	for name, of := range zones().Regions {
		if of == region {
			if iana := zones().IANA[name]; iana != "" {
				name = iana
			}
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// Local returns the zone of the process: of the variable TZ, or of the machine.
var Local = sync.OnceValue(func() Zone {
	if zone, ok := LoadZone(time.Local.String()); ok {
		return named(zone)
	}
	if path, err := filepath.EvalSymlinks("/etc/localtime"); err == nil {
		if _, name, ok := strings.Cut(path, "/zoneinfo/"); ok {
			if zone, ok := LoadZone(name); ok {
				return named(zone)
			}
		}
	}
	if name, err := os.ReadFile("/etc/timezone"); err == nil {
		if zone, ok := LoadZone(strings.TrimSpace(string(name))); ok {
			return named(zone)
		}
	}
	return Zone{Name: "UTC", canon: "Etc/UTC", location: time.Local}
})

// named gives UTC the name that scripts know.
func named(zone Zone) Zone {
	if zone.canon == "Etc/UTC" || zone.canon == "Etc/GMT" {
		zone.Name = "UTC"
	}
	return zone
}
