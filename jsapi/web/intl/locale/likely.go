package locale

import (
	"sync"

	"github.com/fwrun/fwrun/jsapi/web/intl/cldr"
)

var likely = sync.OnceValue(func() map[string]string {
	var subtags map[string]string
	cldr.Supplement("likely", &subtags)
	return subtags
})

// Maximize adds the script and region that are most likely meant.
func (t *Tag) Maximize() {
	if t.Language != "und" && t.Script != "" && t.Region != "" {
		return
	}
	found := t.likelyTag()
	if found == nil {
		return
	}
	if t.Language == "und" {
		t.Language = found.Language
	}
	if t.Script == "" {
		t.Script = found.Script
	}
	if t.Region == "" {
		t.Region = found.Region
	}
}

// likelyTag finds the entry of the table that is closest.
func (t *Tag) likelyTag() *Tag {
	table := likely()
	for _, tag := range []Tag{
		{Language: t.Language, Script: t.Script, Region: t.Region},
		{Language: t.Language, Region: t.Region},
		{Language: t.Language, Script: t.Script},
		{Language: t.Language},
		{Language: "und", Script: t.Script},
	} {
		if name := table[tag.Base()]; name != "" && (tag.Language != "und" || t.Language == "und") {
			found, _ := Parse(name)
			return found
		}
	}
	return nil
}

// Minimize takes away the script and region that are most likely meant without them.
func (t *Tag) Minimize() {
	maximal := t.WithoutExtensions()
	maximal.Maximize()
	for _, shorter := range []Tag{
		{Language: maximal.Language},
		{Language: maximal.Language, Region: maximal.Region},
		{Language: maximal.Language, Script: maximal.Script},
	} {
		full := shorter
		full.Maximize()
		if full.Language == maximal.Language && full.Script == maximal.Script && full.Region == maximal.Region {
			t.Language, t.Script, t.Region = shorter.Language, shorter.Script, shorter.Region
			return
		}
	}
	t.Language, t.Script, t.Region = maximal.Language, maximal.Script, maximal.Region
}
