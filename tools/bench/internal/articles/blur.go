package articles

import "time"

// Blur replaces, in a value that was read from JSON, the times since the given one by [Now], so that what was written a moment ago compares
// with what is expected.
func Blur(value any, since time.Time) any {
	switch value := value.(type) {
	case []any:
		for i, one := range value {
			value[i] = Blur(one, since)
		}
	case Object:
		for key, one := range value {
			value[key] = Blur(one, since)
		}
	default:
		return blur(value, since)
	}
	return value
}

func blur(value any, since time.Time) any {
	text, ok := value.(string)
	if !ok {
		return value
	}
	at, err := time.Parse("2006-01-02T15:04:05.000Z", text)
	if err == nil && !at.Before(since.Truncate(time.Millisecond)) && !at.After(time.Now()) {
		return Now
	}
	return value
}
