package main

import (
	"slices"
	"strconv"
	"strings"
)

// dates are the names and patterns of the Gregorian calendar.
func (s source) dates(locale string) (map[string]string, error) {
	document, err := s.main("cldr-dates-full", locale, "ca-gregorian")
	if err != nil {
		return nil, err
	}
	table := map[string]string{}
	calendar := document.at("dates/calendars/gregorian")
	for _, name := range []string{"months", "days", "eras"} {
		calendar.at(name).flatten(name+"/", table)
	}
	calendar.at("dayPeriods/format").flatten("dayPeriods/", table)
	addFormats(calendar, table)
	fields, err := s.main("cldr-dates-full", locale, "dateFields")
	if err != nil {
		return nil, err
	}
	for _, name := range []string{"era", "year", "month", "week", "day", "weekday", "dayperiod", "hour", "minute", "second", "zone"} {
		table["field/"+name] = fields.at("dates/fields/" + name).text("displayName")
	}
	for key := range table {
		if strings.Contains(key, "alt-") || strings.Contains(key, "QQQ") || strings.Contains(key, "-count-") {
			delete(table, key)
		}
	}
	return table, nil
}

// addFormats adds the patterns of a calendar.
func addFormats(calendar tree, table map[string]string) {
	calendar.at("dateFormats").flatten("date/", table)
	calendar.at("timeFormats").flatten("time/", table)
	calendar.at("dateTimeFormats-atTime/standard").flatten("at/", table)
	formats := calendar.at("dateTimeFormats")
	for _, width := range []string{"full", "long", "medium", "short"} {
		if text := formats.text(width); text != "" {
			table["joined/"+width] = text
		}
	}
	formats.at("availableFormats").flatten("available/", table)
	formats.at("appendItems").flatten("append/", table)
	intervals := formats.at("intervalFormats")
	for skeleton := range intervals {
		if skeleton == "intervalFormatFallback" {
			table["interval"] = intervals.text(skeleton)
			continue
		}
		intervals.at(skeleton).flatten("interval/"+skeleton+"/", table)
	}
}

// others are the calendars beside the Gregorian one, by their names in CLDR.
var others = []string{"buddhist", "japanese", "roc", "persian", "islamic", "hebrew", "coptic", "ethiopic", "indian"}

// usual are the calendars of languages that write dates in another than the Gregorian one, and have patterns of their own for it.
var usual = map[string]string{"th": "buddhist", "fa": "persian"}

// calendars are the names of other calendars, and the patterns that they have in common.
func (s source) calendars(locale string) (map[string]string, error) {
	document, err := s.main("cldr-dates-full", locale, "ca-generic")
	if err != nil {
		return nil, err
	}
	table, generic := map[string]string{}, map[string]string{}
	addFormats(document.at("dates/calendars/generic"), generic)
	for key, text := range generic {
		table["generic/"+key] = text
	}
	for _, name := range others {
		document, err := s.main("cldr-cal-"+name+"-full", locale, "ca-"+name)
		if err != nil {
			return nil, err
		}
		calendar := document.at("dates/calendars/" + name)
		addEras(name, calendar.at("eras"), table)
		if language, _, _ := strings.Cut(locale, "-"); usual[language] == name {
			own := map[string]string{}
			addFormats(calendar, own)
			for key, text := range own {
				table[name+"/"+key] = text
			}
		}
		if !slices.Contains([]string{"buddhist", "japanese", "roc"}, name) {
			calendar.at("months").flatten(name+"/months/", table)
		}
	}
	for key := range table {
		if strings.Contains(key, "QQQ") || strings.Contains(key, "-count-") || isOldEra(key) {
			delete(table, key)
		}
	}
	return table, nil
}

// addEras adds the names of eras. Those that earlier versions only numbered have the names of the latest one.
func addEras(name string, eras tree, table map[string]string) {
	eras.flatten(name+"/eras/", table)
	first := map[string]string{"coptic": "ERA0", "ethiopic": "AA"}[name]
	for key, text := range table {
		if !strings.HasPrefix(key, name+"/eras/") {
			continue
		}
		switch text {
		case "ERA0":
			table[key] = first
		case "ERA1":
			table[key] = "AM"
		}
	}
}

// isOldEra reports whether a key is that of a Japanese era before 1868, which dates are not written in.
func isOldEra(key string) bool {
	era, ok := strings.CutPrefix(key, "japanese/eras/")
	number, err := strconv.Atoi(era[strings.LastIndexByte(era, '/')+1:])
	return ok && err == nil && number < 232
}

// zones are the names of time zones, and of the cities that they are called after.
func (s source) zones(locale string) (map[string]string, error) {
	document, err := s.main("cldr-dates-full", locale, "timeZoneNames")
	if err != nil {
		return nil, err
	}
	names, table := document.at("dates/timeZoneNames"), map[string]string{}
	for _, name := range []string{"hourFormat", "gmtFormat", "gmtZeroFormat", "regionFormat", "fallbackFormat"} {
		table[name] = names.text(name)
	}
	names.at("metazone").flatten("meta/", table)
	all := map[string]string{}
	names.at("zone").flatten("zone/", all)
	for key, text := range all {
		switch {
		case strings.HasSuffix(key, "/_type"):
		case strings.HasSuffix(key, "/exemplarCity"):
			zone := strings.TrimSuffix(key, "/exemplarCity")
			if text != cityOf(zone) {
				table[zone] = text
			}
		default:
			table[key] = text
		}
	}
	return table, nil
}

// cityOf returns the city that a zone is called after.
func cityOf(zone string) string {
	return strings.ReplaceAll(zone[strings.LastIndexByte(zone, '/')+1:], "_", " ")
}
