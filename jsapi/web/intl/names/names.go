package names

import (
	"strings"

	"github.com/fwrun/fwrun/jsapi/web/intl/cldr"
	"github.com/fwrun/fwrun/jsapi/web/intl/locale"
)

// Names are those of one kind in one locale.
type Names struct {
	locale, kind, style string
	dialect             bool
	table               *cldr.Table
}

// New returns the names of a kind, which is a type of ECMA-402: language, region, script, currency, calendar, dateTimeField. With dialect, en-GB
// is British English rather than English (United Kingdom).
func New(localeName, kind, style string, dialect bool) *Names {
	return &Names{localeName, kind, style, dialect, cldr.Of(localeName, cldr.Names)}
}

// Of returns the name of a code, which is canonical. It is empty if there is none.
func (n *Names) Of(code string) string {
	switch n.kind {
	case "language":
		return n.language(code)
	case "region":
		return n.styled("territories/" + code)
	case "script":
		return n.table.First("scripts/"+code+"-alt-stand-alone", "scripts/"+code)
	case "currency":
		return cldr.Of(n.locale, cldr.Currencies).Text(code)
	case "calendar":
		return n.calendar(code)
	case "dateTimeField":
		return n.field(code)
	}
	return ""
}

// styled returns the short name if that is asked for and there is one.
func (n *Names) styled(key string) string {
	if n.style != "long" {
		if text := n.table.Text(key + "-alt-short"); text != "" {
			return text
		}
	}
	return n.table.Text(key)
}

// calendarNames are those of CLDR that differ from the names of the extension u.
var calendarNames = map[string]string{"gregory": "gregorian", "ethioaa": "ethiopic-amete-alem", "islamicc": "islamic-civil"}

func (n *Names) calendar(code string) string {
	if name := calendarNames[code]; name != "" {
		code = name
	}
	return n.table.Text("calendars/" + code)
}

// fieldNames are the fields of dates by their names in ECMA-402.
var fieldNames = map[string]string{
	"era": "era", "year": "year", "quarter": "quarter", "month": "month", "weekOfYear": "week", "weekday": "weekday", "day": "day",
	"dayPeriod": "dayperiod", "hour": "hour", "minute": "minute", "second": "second", "timeZoneName": "zone",
}

func (n *Names) field(code string) string {
	return cldr.Of(n.locale, cldr.Texts).First("field/"+fieldNames[code]+"/"+n.style+"/name", "field/"+fieldNames[code]+"/long/name")
}

// language returns the name of a language with its script, region and variants.
func (n *Names) language(code string) string {
	tag, ok := locale.Parse(code)
	if !ok {
		return ""
	}
	name, rest := n.base(tag)
	if name == "" && rest.Base() == rest.Language {
		return ""
	}
	if name == "" {
		name = rest.Language
	}
	var more []string
	if rest.Script != "" {
		more = append(more, orCode(n.table.Text("scripts/"+rest.Script), rest.Script))
	}
	if rest.Region != "" {
		more = append(more, orCode(n.styled("territories/"+rest.Region), rest.Region))
	}
	for _, variant := range rest.Variants {
		more = append(more, strings.ToUpper(variant))
	}
	if len(more) == 0 {
		return name
	}
	joined := more[0]
	for _, text := range more[1:] {
		joined = fill(n.table.Text("pattern/localeSeparator"), joined, text)
	}
	joined = strings.NewReplacer("(", "[", ")", "]", "（", "［", "）", "］").Replace(joined)
	return fill(n.table.Text("pattern/localePattern"), name, joined)
}

// base returns the name of as many subtags as have one together, and the others.
func (n *Names) base(tag *locale.Tag) (string, *locale.Tag) {
	rest := tag.WithoutExtensions()
	if n.dialect {
		for _, try := range []locale.Tag{
			{Language: tag.Language, Script: tag.Script, Region: tag.Region},
			{Language: tag.Language, Script: tag.Script},
			{Language: tag.Language, Region: tag.Region},
		} {
			if try.Base() == tag.Language {
				continue
			}
			if text := n.styled("languages/" + try.Base()); text != "" {
				if try.Script != "" {
					rest.Script = ""
				}
				if try.Region != "" {
					rest.Region = ""
				}
				return text, rest
			}
		}
	}
	return n.styled("languages/" + tag.Language), rest
}

func orCode(name, code string) string {
	if name == "" {
		return code
	}
	return name
}

func fill(pattern, a, b string) string {
	return strings.NewReplacer("{0}", a, "{1}", b).Replace(pattern)
}
