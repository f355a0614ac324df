package config

import (
	"math"
	"strconv"
	"strings"
)

// parseBool parses true, yes, on, 1 and false, no, off, 0 in upper or lower case.
func parseBool(text string) (bool, bool) {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "true", "yes", "on", "1":
		return true, true
	case "false", "no", "off", "0":
		return false, true
	}
	return false, false
}

// parseInt parses a whole number; "007" and "+7" are 7, "7.0" is an error.
func parseInt(text string) (int, bool) {
	text = strings.TrimSpace(text)
	if n, ok := parseWhole(text); ok {
		return int(n), int64(int(n)) == n
	}
	n, err := strconv.Atoi(text)
	return n, err == nil
}

func parseFloat(text string) (float64, bool) {
	f, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	return f, err == nil && !math.IsNaN(f) && !math.IsInf(f, 0)
}

// splitList splits a text at its commas.
func splitList(text string) []string {
	var out []string
	for item := range strings.SplitSeq(text, ",") {
		if item = strings.TrimSpace(item); item != "" {
			out = append(out, item)
		}
	}
	return out
}
