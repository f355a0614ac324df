package main

import (
	"encoding/json"
	"slices"
	"strings"
)

// addSupplements adds what does not depend on a locale, each kind as one JSON document.
func (s source) addSupplements(out *archive, locales []string) error {
	for name, make := range map[string]func(source, []string) (any, error){
		"plurals": source.plurals, "digits": source.digits, "locales": source.localeRules, "likely": source.likely,
		"regions": source.regions, "timezones": source.timezones, "dayperiods": source.dayPeriods,
	} {
		content, err := make(s, locales)
		if err != nil {
			return err
		}
		data, err := json.Marshal(content)
		if err != nil {
			return err
		}
		out.add("supplement/"+name, data)
	}
	return nil
}

// supplement reads a file of what does not depend on a locale.
func (s source) supplement(name string) (tree, error) {
	var document struct{ Supplemental tree }
	err := s.read("cldr-core/supplemental/"+name+".json", &document)
	return document.Supplemental, err
}

type table = map[string]string

// plurals are rules by language and category, and which category a range has.
func (s source) plurals([]string) (any, error) {
	result := map[string]map[string]table{"cardinal": {}, "ordinal": {}, "range": {}}
	for file, kinds := range map[string][3]string{
		"plurals":      {"cardinal", "plurals-type-cardinal", "pluralRule-count-"},
		"ordinals":     {"ordinal", "plurals-type-ordinal", "pluralRule-count-"},
		"pluralRanges": {"range", "plurals", "pluralRange-start-"},
	} {
		document, err := s.supplement(file)
		if err != nil {
			return nil, err
		}
		for language := range document.at(kinds[1]) {
			rules := table{}
			for name := range document.at(kinds[1] + "/" + language) {
				rule, _, _ := strings.Cut(document.at(kinds[1]+"/"+language).text(name), "@")
				rules[strings.Replace(strings.TrimPrefix(name, kinds[2]), "-end-", "-", 1)] = strings.TrimSpace(rule)
			}
			result[kinds[0]][language] = rules
		}
	}
	return result, nil
}

// digits are those of the numbering systems, and how many a currency has after the point.
func (s source) digits([]string) (any, error) {
	result := map[string]table{"systems": {}, "currencies": {}}
	systems, err := s.supplement("numberingSystems")
	if err != nil {
		return nil, err
	}
	for name := range systems.at("numberingSystems") {
		if digits := systems.at("numberingSystems/" + name).text("_digits"); digits != "" {
			result["systems"][name] = digits
		}
	}
	currencies, err := s.supplement("currencyData")
	if err != nil {
		return nil, err
	}
	for code := range currencies.at("currencyData/fractions") {
		result["currencies"][code] = currencies.at("currencyData/fractions/" + code).text("_digits")
	}
	return result, nil
}

// localeRules are the included locales, what they inherit from, and the aliases in names of locales.
func (s source) localeRules(locales []string) (any, error) {
	all, err := s.parents()
	if err != nil {
		return nil, err
	}
	parents := table{}
	for _, locale := range locales {
		if parent, ok := all[locale]; ok {
			parents[locale] = parent
		}
	}
	metadata, err := s.supplement("aliases")
	if err != nil {
		return nil, err
	}
	result := map[string]any{"locales": locales, "parents": parents}
	for kind := range metadata.at("metadata/alias") {
		replacements := table{}
		for name := range metadata.at("metadata/alias/" + kind) {
			replacements[name] = metadata.at("metadata/alias/" + kind + "/" + name).text("_replacement")
		}
		if kind != "zoneAlias" {
			result[kind] = replacements
		}
	}
	result["types"], err = s.typeAliases()
	if err != nil {
		return nil, err
	}
	var document struct{ DefaultContent []string }
	err = s.read("cldr-core/defaultContent.json", &document)
	if err != nil {
		return nil, err
	}
	result["defaults"] = document.DefaultContent
	result["short"], err = s.shortNames(append(slices.Clone(locales), document.DefaultContent...))
	return result, err
}

// shortNames are the names of locales without the script that is meant: zh-TW for zh-Hant-TW.
func (s source) shortNames(locales []string) (table, error) {
	likely, err := s.supplement("likelySubtags")
	if err != nil {
		return nil, err
	}
	names := table{}
	for _, locale := range locales {
		subtags := strings.Split(locale, "-")
		if len(subtags) != 3 || len(subtags[1]) != 4 || !slices.Contains(languages, subtags[0]) {
			continue
		}
		short := subtags[0] + "-" + subtags[2]
		meant := likely.at("likelySubtags").text(short)
		if meant == locale || meant == "" && strings.HasPrefix(likely.at("likelySubtags").text(subtags[0]), subtags[0]+"-"+subtags[1]+"-") {
			names[short] = locale
		}
	}
	return names, nil
}

// typeAliases are the aliases among the values of extensions.
func (s source) typeAliases() (map[string]table, error) {
	result := map[string]table{}
	for _, file := range []string{"calendar", "collation", "measure", "number", "timezone", "transform"} {
		var document struct{ Keyword map[string]tree }
		if err := s.read("cldr-bcp47/bcp47/"+file+".json", &document); err != nil {
			return nil, err
		}
		for extension, keys := range document.Keyword {
			for key := range keys {
				for value := range keys.at(key) {
					addAliases(result, extension+"/"+key, value, keys.at(key).at(value))
				}
			}
		}
	}
	return result, nil
}

func addAliases(result map[string]table, key, value string, about tree) {
	if result[key] == nil {
		result[key] = table{}
	}
	if preferred := about.text("_preferred"); preferred != "" {
		result[key][value] = preferred
	}
	for alias := range strings.FieldsSeq(about.text("_alias")) {
		isCode := !strings.ContainsAny(alias, "/_") && len(alias) >= 3 && len(alias) <= 8
		if (key != "u/tz" || isCode) && about.text("_preferred") == "" {
			result[key][strings.ToLower(alias)] = value
		}
	}
}

// likely are the subtags that are meant where they are not written.
func (s source) likely([]string) (any, error) {
	document, err := s.supplement("likelySubtags")
	return document.at("likelySubtags"), err
}

// regions are the habits of regions: weeks, hours, calendars.
func (s source) regions([]string) (any, error) {
	weeks, err := s.supplement("weekData")
	if err != nil {
		return nil, err
	}
	hours, err := s.supplement("timeData")
	if err != nil {
		return nil, err
	}
	calendars, err := s.supplement("calendarPreferenceData")
	if err != nil {
		return nil, err
	}
	data, allowed := weeks.at("weekData"), table{}
	for region := range hours.at("timeData") {
		of := hours.at("timeData/" + region)
		allowed[region] = of.text("_preferred") + " " + of.text("_allowed")
	}
	return map[string]any{
		"firstDay": data.at("firstDay"), "minDays": data.at("minDays"), "weekendStart": data.at("weekendStart"),
		"weekendEnd": data.at("weekendEnd"), "hours": allowed, "calendars": calendars.at("calendarPreferenceData"),
	}, nil
}

// dayPeriods are the times at which a part of a day begins, by language.
func (s source) dayPeriods([]string) (any, error) {
	document, err := s.supplement("dayPeriods")
	return document.at("dayPeriodRuleSet"), err
}
