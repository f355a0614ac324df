package config

// Reference is a reference to a key within a text.
type Reference struct {
	Key string
	// Fallback is the text after the colon, if there is one.
	Fallback    string
	HasFallback bool
	// Whole: the text is nothing but this reference, whose value therefore keeps its type.
	Whole bool
}

// References lists the references of a text to keys, those within fallbacks included. Keys that are made of other
// references are left out, and so is everything of a text that cannot be parsed.
func References(text string) []Reference {
	if !isExpression(text) {
		return nil
	}
	e, err := parseExpression(text)
	if err != nil {
		return nil
	}
	var list []Reference
	for _, c := range e.choices {
		list = append(list, c.template.references()...)
		if whole := c.template.whole(); whole != nil && len(e.choices) == 1 && len(list) > 0 {
			list[0].Whole = list[0].Key == whole.key.literal()
		}
	}
	return list
}

func (t template) references() (list []Reference) {
	for _, p := range t {
		if p.ref == nil {
			continue
		}
		if key := p.ref.key.literal(); key != "" {
			list = append(list, Reference{Key: key, Fallback: p.ref.fallback.literal(), HasFallback: p.ref.hasFallback})
		}
		list = append(list, p.ref.fallback.references()...)
	}
	return list
}

// literal returns a template that has no references as text, and "" for others.
func (t template) literal() string {
	if len(t) == 1 && t[0].ref == nil {
		return t[0].text
	}
	return ""
}
