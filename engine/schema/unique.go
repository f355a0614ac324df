package schema

// itemKey returns a key that is equal for texts bound to equal items: 1.0 and 1 are one number, and two
// spellings of a moment one date.
func itemKey(item *Type, text string) any {
	switch item.Kind {
	case Int, Float:
		if f, ok := parseFloat(text); ok {
			return f
		}
	case Duration, Size:
		if n, ok := parseQuantity(item.Kind, text); ok {
			return n
		}
	case Bool:
		if b, ok := parseBool(text); ok {
			return b
		}
	case Date:
		if t, ok := parseDate(text); ok {
			return t
		}
	}
	return text
}

// textsDiffer reports whether texts become items that differ.
func textsDiffer(item *Type, texts []string) bool {
	seen := make(map[any]bool, len(texts))
	for _, text := range texts {
		key := itemKey(item, text)
		if seen[key] {
			return false
		}
		seen[key] = true
	}
	return true
}

// itemsDiffer reports whether the items of a JSON list of scalars differ. The list has been bound, and so is
// well formed.
func itemsDiffer(item *Type, list string) bool {
	in := newScanner(list, Limits{})
	seen := map[any]bool{}
	in.open()
	for first := true; in.more(first, ']'); first = false {
		in.peek()
		start := in.at
		if !in.skip() {
			return true
		}
		key := jsonKey(item, list[start:in.at])
		if seen[key] {
			return false
		}
		seen[key] = true
	}
	return true
}

func jsonKey(item *Type, token string) any {
	switch token[0] {
	case '"':
		return itemKey(item, unescape(token[1:len(token)-1]))
	case 'n':
		return nil
	default:
		return itemKey(item, token)
	}
}

// plainDiffer reports whether plain values that are scalars differ.
func plainDiffer(items []any) bool {
	seen := make(map[any]bool, len(items))
	for _, item := range items {
		if i, ok := item.(int64); ok {
			item = float64(i)
		}
		switch item.(type) {
		case string, float64, bool, nil:
			if seen[item] {
				return false
			}
			seen[item] = true
		}
	}
	return true
}
