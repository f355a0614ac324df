package main

import "strings"

// names are those of languages, regions, scripts and calendars.
func (s source) names(locale string) (map[string]string, error) {
	table := map[string]string{}
	for _, name := range []string{"languages", "territories", "scripts"} {
		document, err := s.main("cldr-localenames-full", locale, name)
		if err != nil {
			return nil, err
		}
		document.at("localeDisplayNames/"+name).flatten(name+"/", table)
	}
	for key := range table {
		code := key[strings.LastIndexByte(key, '/')+1:]
		if strings.Contains(key, "-alt-") && !strings.HasSuffix(key, "-alt-short") || table[key] == code {
			delete(table, key)
		}
	}
	document, err := s.main("cldr-localenames-full", locale, "localeDisplayNames")
	if err != nil {
		return nil, err
	}
	document.at("localeDisplayNames/types/calendar").flatten("calendars/", table)
	document.at("localeDisplayNames/localeDisplayPattern").flatten("pattern/", table)
	return table, nil
}

// texts are the patterns of lists and of times from now.
func (s source) texts(locale string) (map[string]string, error) {
	table := map[string]string{}
	lists, err := s.main("cldr-misc-full", locale, "listPatterns")
	if err != nil {
		return nil, err
	}
	for name := range lists.at("listPatterns") {
		lists.at("listPatterns/"+name).flatten("list/"+strings.TrimPrefix(name, "listPattern-type-")+"/", table)
	}
	fields, err := s.main("cldr-dates-full", locale, "dateFields")
	if err != nil {
		return nil, err
	}
	all := map[string]string{}
	fields.at("dates/fields").flatten("", all)
	for key, text := range all {
		field, rest, _ := strings.Cut(key, "/")
		unit, width, _ := strings.Cut(field, "-")
		if width == "" {
			width = "long"
		}
		switch unit {
		case "era", "year", "quarter", "month", "week", "day", "hour", "minute", "second", "weekday", "dayperiod", "zone", "weekOfYear":
		default:
			continue
		}
		rest = strings.NewReplacer("relativeTime-type-", "", "relativeTimePattern-count-", "", "relative-type-", "", "displayName", "name").Replace(rest)
		if !strings.Contains(rest, "relativePeriod") {
			table["field/"+unit+"/"+width+"/"+rest] = text
		}
	}
	return table, nil
}
