package aspects

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// The names of meters when the decorators do not say another one, as Spring has them.
var meterNames = map[string]string{"Timed": "method.timed", "Counted": "method.counted"}

// nameOfMeter is a name that a meter, or the key of a tag, can have. MeterRegistry says the same of those that scripts make.
var nameOfMeter = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*([.-][A-Za-z0-9_]+)*$`)

// ownTags are those that a decorator adds, and reserved ones.
var ownTags = []string{"class", "method", "exception", "result", "le", "quantile", "job", "instance"}

const (
	longestMeter = 100
	mostTags     = 6 // besides those that a decorator adds
)

// meterOf is a decorator that has given a meter its kind, and the keys of its tags.
type meterOf struct {
	decorator, method string
	keys              string
}

// meter reads the name and the tags of a meter. All decorators that name it must agree.
func (r *aspectReader) meter() {
	name := meterNames[r.d.Decorator]
	if given := r.d.Options.Text("name"); given != "" {
		if name = r.text("name", given); !r.ok {
			return
		}
	}
	if len(name) > longestMeter || !nameOfMeter.MatchString(name) {
		r.wrong("write letters, digits, dots, dashes and underscores, at most 100, beginning with a letter: \"orders.placed\"",
			"%q cannot be the name of a meter", name)
		return
	}
	tags := r.meterTags()
	if !r.ok {
		return
	}
	r.out["name"], r.out["tags"] = name, tags
	var keys []string
	for _, t := range tags {
		key, _, _ := strings.Cut(t, ":")
		keys = append(keys, key)
	}
	slices.Sort(keys)
	this := meterOf{r.d.Decorator, r.advised.Name, strings.Join(keys, ", ")}
	other, known := r.meters[name]
	switch {
	case !known:
		r.meters[name] = this
	case other.decorator != this.decorator:
		r.wrong("give one of them another name", "%s has @%s with the name %q, too, and a meter is either a timer or a counter", other.method,
			other.decorator, name)
	case other.keys != this.keys:
		r.wrong("use the same tags for all of them", "%s has the name %q with %s, and all series of a meter have the same tags", other.method, name,
			tagsText(other.keys))
	}
}

func tagsText(keys string) string {
	if keys == "" {
		return "no tags of its own"
	}
	return "the tags " + keys
}

// meterTags reads the tags of a meter, each a text such as "region:eu".
func (r *aspectReader) meterTags() (tags []string) {
	given := r.d.Options.Texts("tags")
	if len(given) > mostTags {
		r.wrong("remove some", "%d tags are too many; %d are allowed", len(given), mostTags)
	}
	for _, text := range given {
		text = r.text("tags", text)
		key, value, ok := strings.Cut(text, ":")
		switch {
		case !r.ok:
		case !ok || value == "":
			r.wrong("write tags: [\"region:eu\"]", "%q is not a tag: it has no value", text)
		case !nameOfMeter.MatchString(key) || len(key) > longestMeter:
			r.wrong("write letters, digits, dots, dashes and underscores, beginning with a letter", "%q cannot be the key of a tag", key)
		case slices.Contains(ownTags, key):
			r.wrong(fmt.Sprintf("choose another key than %s", strings.Join(ownTags, ", ")), "%q cannot be the key of a tag: it has a meaning of its own", key)
		case slices.ContainsFunc(tags, func(other string) bool { return strings.HasPrefix(other, key+":") }):
			r.wrong("remove one of the two", "the tag %q is given twice", key)
		default:
			tags = append(tags, text)
		}
	}
	return tags
}
