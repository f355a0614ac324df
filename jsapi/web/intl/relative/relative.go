package relative

import "github.com/fwrun/fwrun/jsapi/web/intl/cldr"

// Formatter has the words and patterns of one locale and style.
type Formatter struct {
	table   *cldr.Table
	width   string
	byWords bool
}

// New returns a formatter of a style: long, short or narrow. With words, some times have a word of their own.
func New(locale, style string, words bool) *Formatter {
	return &Formatter{cldr.Of(locale, cldr.Texts), style, words}
}

// Word returns the word for a number of units from now. It is empty if there is none, or without words.
func (f *Formatter) Word(unit, number string) string {
	if !f.byWords {
		return ""
	}
	return f.text(unit, number)
}

// Pattern returns the pattern for a number of a plural category.
func (f *Formatter) Pattern(unit string, past bool, plural string) string {
	tense := "future/"
	if past {
		tense = "past/"
	}
	if text := f.text(unit, tense+plural); text != "" {
		return text
	}
	return f.text(unit, tense+"other")
}

// text looks for the style, and then for longer ones.
func (f *Formatter) text(unit, key string) string {
	prefix := "field/" + unit + "/"
	return f.table.First(prefix+f.width+"/"+key, prefix+"short/"+key, prefix+"long/"+key)
}
