package locale

import (
	"slices"
	"strings"
	"sync"

	"github.com/fwrun/fwrun/jsapi/web/intl/cldr"
)

// regions are the habits of regions, each with that of the world as 001.
type regions struct {
	FirstDay     map[string]string   `json:"firstDay"`
	MinDays      map[string]string   `json:"minDays"`
	WeekendStart map[string]string   `json:"weekendStart"`
	WeekendEnd   map[string]string   `json:"weekendEnd"`
	Hours        map[string]string   `json:"hours"`
	Calendars    map[string][]string `json:"calendars"`
}

var habits = sync.OnceValue(func() *regions {
	var all regions
	cldr.Supplement("regions", &all)
	return &all
})

// Territory returns the region whose habits a locale has: the one it says, or the most likely one.
func (t *Tag) Territory() string {
	if value, _ := t.Keyword("rg"); len(value) >= 2 && isAlphabetic(value[:2], 2, 2) {
		return strings.ToUpper(value[:2])
	}
	if t.Region != "" {
		return t.Region
	}
	if value, _ := t.Keyword("sd"); len(value) >= 2 && isAlphabetic(value[:2], 2, 2) {
		return strings.ToUpper(value[:2])
	}
	likely := t.WithoutExtensions()
	likely.Maximize()
	if likely.Region == "" {
		return "001"
	}
	return likely.Region
}

// days are numbered from Monday, 1, to Sunday, 7.
var days = []string{"", "mon", "tue", "wed", "thu", "fri", "sat", "sun"}

// Week is how a region counts weeks.
type Week struct {
	FirstDay int
	Weekend  []int
	MinDays  int
}

// WeekOf returns how a locale counts weeks.
func WeekOf(t *Tag) Week {
	all, region := habits(), t.Territory()
	week := Week{FirstDay: slices.Index(days, habit(all.FirstDay, region)), MinDays: int(habit(all.MinDays, region)[0] - '0')}
	if value, ok := t.Keyword("fw"); ok && slices.Index(days, value) > 0 {
		week.FirstDay = slices.Index(days, value)
	}
	from, to := slices.Index(days, habit(all.WeekendStart, region)), slices.Index(days, habit(all.WeekendEnd, region))
	for day := from; ; day = day%7 + 1 {
		week.Weekend = append(week.Weekend, day)
		if day == to {
			break
		}
	}
	slices.Sort(week.Weekend)
	return week
}

func habit[V any](of map[string]V, region string) V {
	if value, ok := of[region]; ok {
		return value
	}
	return of["001"]
}

// Hours returns the kinds of hours that a locale writes, the preferred one first: h, H, K, k, hB, hb.
func Hours(t *Tag) []string {
	all, region := habits().Hours, t.Territory()
	if hours, ok := all[t.Language+"-"+region]; ok {
		return strings.Fields(hours)
	}
	return strings.Fields(habit(all, region))
}

// Calendars returns the calendars that a locale uses, the preferred one first.
func Calendars(t *Tag) []string {
	var names []string
	for _, name := range habit(habits().Calendars, t.Territory()) {
		names = append(names, CanonicalType("ca", name))
	}
	return names
}
