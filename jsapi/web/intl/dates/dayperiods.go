package dates

import (
	"strings"
	"sync"

	"github.com/fwrun/fwrun/jsapi/web/intl/cldr"
)

// dayRule is when a part of the day begins and ends, or the only moment when it is.
type dayRule struct {
	At     string `json:"_at"`
	From   string `json:"_from"`
	Before string `json:"_before"`
}

var dayRules = sync.OnceValue(func() map[string]map[string]dayRule {
	var all map[string]map[string]dayRule
	cldr.Supplement("dayperiods", &all)
	return all
})

// dayRulesOf returns the parts of the day of a locale's language.
func dayRulesOf(locale string) map[string]dayRule {
	for locale != "" {
		if rules := dayRules()[locale]; rules != nil {
			return rules
		}
		locale = locale[:max(0, strings.LastIndexByte(locale, '-'))]
	}
	return nil
}

// dayPeriodOf returns the part of the day; noon is one of its own if it is exact.
func dayPeriodOf(rules map[string]dayRule, hours int, exact bool) (moment, period string) {
	for name, rule := range rules {
		if rule.At != "" {
			if exact && name == "noon" && hours == 12 {
				moment = name
			}
			continue
		}
		from, before := hourOf(rule.From), hourOf(rule.Before)
		if from < before && hours >= from && hours < before || from > before && (hours >= from || hours < before) {
			period = name
		}
	}
	return moment, period
}

func hourOf(text string) int {
	if len(text) < 2 {
		return 0
	}
	return int(text[0]-'0')*10 + int(text[1]-'0')
}
