package units

import (
	"math"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// Duration parses 500ms, 5s, 2m, 1h, 1d and sequences of them (1h30m); a number without a unit is
// in seconds.
func Duration(text string) (time.Duration, bool) {
	text = strings.ToLower(strings.TrimSpace(text))
	if text == "" {
		return 0, false
	}
	if seconds, ok := parseAmount(text); ok {
		return toDuration(seconds * float64(time.Second))
	}
	total := 0.0
	for text != "" {
		number, rest := cutAmount(text)
		unit, rest := cutUnit(rest)
		amount, ok := parseAmount(number)
		if !ok || durationUnit(unit) == 0 {
			return 0, false
		}
		total, text = total+amount*float64(durationUnit(unit)), rest
	}
	return toDuration(total)
}

func durationUnit(name string) time.Duration {
	switch name {
	case "ms":
		return time.Millisecond
	case "s":
		return time.Second
	case "m":
		return time.Minute
	case "h":
		return time.Hour
	case "d":
		return 24 * time.Hour
	}
	return 0
}

func toDuration(nanoseconds float64) (time.Duration, bool) {
	if nanoseconds >= math.MaxInt64 {
		return 0, false
	}
	return time.Duration(math.Round(nanoseconds)), true
}

// Size parses 10MiB (powers of 1024), 10MB (powers of 1000) and a number of bytes without a unit.
func Size(text string) (int64, bool) {
	number, unit := cutAmount(strings.ToLower(strings.TrimSpace(text)))
	amount, ok := parseAmount(number)
	factor := sizeUnit(strings.TrimSpace(unit))
	if bytes := amount * factor; ok && factor > 0 && bytes < math.MaxInt64 && bytes == math.Trunc(bytes) {
		return int64(bytes), true
	}
	return 0, false
}

// SizeText writes a size for people: 82 GiB, 1.5 MiB, 512 B.
func SizeText(bytes uint64) string {
	amount, unit := float64(bytes), "B"
	for _, larger := range []string{"KiB", "MiB", "GiB", "TiB"} {
		if amount < 1024 {
			break
		}
		amount, unit = amount/1024, larger
	}
	return strconv.FormatFloat(math.Round(amount*10)/10, 'f', -1, 64) + " " + unit
}

func sizeUnit(name string) float64 {
	switch name {
	case "", "b":
		return 1
	case "kb":
		return 1e3
	case "mb":
		return 1e6
	case "gb":
		return 1e9
	case "tb":
		return 1e12
	case "kib":
		return 1 << 10
	case "mib":
		return 1 << 20
	case "gib":
		return 1 << 30
	case "tib":
		return 1 << 40
	}
	return 0
}

// parseAmount parses an unsigned decimal number without an exponent.
func parseAmount(text string) (float64, bool) {
	if number, rest := cutAmount(text); number == "" || rest != "" {
		return 0, false
	}
	f, err := strconv.ParseFloat(text, 64)
	return f, err == nil
}

func cutAmount(text string) (number, rest string) {
	end := strings.IndexFunc(text, func(r rune) bool { return r != '.' && (r < '0' || r > '9') })
	if end < 0 {
		return text, ""
	}
	return text[:end], text[end:]
}

func cutUnit(text string) (unit, rest string) {
	end := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })
	if end < 0 {
		return text, ""
	}
	return text[:end], text[end:]
}
