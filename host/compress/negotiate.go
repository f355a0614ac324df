package compress

import (
	"strconv"
	"strings"
)

// Coding is the registered name of a content coding. None leaves a body unchanged.
type Coding string

// The codings.
const (
	None   Coding = ""
	Zstd   Coding = "zstd"
	Brotli Coding = "br"
	Gzip   Coding = "gzip"
)

// Codings lists all codings, the best one for dynamic responses first: at the levels used here Zstandard is as fast as
// gzip and a tenth smaller; Brotli is between them.
func Codings() []Coding { return []Coding{Zstd, Brotli, Gzip} }

// Negotiate returns the coding that an Accept-Encoding header prefers, among equals the one that is offered first. It
// returns None if the header prefers the identity or accepts no offered coding. The identity need not be listed to be
// acceptable, but then any listed coding is preferred.
func Negotiate(accept string, offered []Coding) Coding {
	best, bestQuality := None, max(0, qualityOf(accept, "identity"))
	for _, coding := range offered {
		if q := qualityOf(accept, string(coding)); q > bestQuality || best == None && q > 0 && q == bestQuality {
			best, bestQuality = coding, q
		}
	}
	return best
}

// qualityOf returns the weight, from 0 to 1, that a header gives a coding by its name, otherwise by the asterisk, which
// does not include the identity here. It is negative if the header has neither.
func qualityOf(accept, coding string) float64 {
	quality, byName := -1.0, false
	for accept != "" {
		var one string
		one, accept, _ = strings.Cut(accept, ",")
		name, parameters, _ := strings.Cut(one, ";")
		switch name = strings.Trim(name, " \t"); {
		case isCoding(name, coding):
			quality, byName = weight(parameters), true
		case name == "*" && !byName && coding != "identity":
			quality = weight(parameters)
		}
	}
	return quality
}

// isCoding reports whether a name is that of a coding; x-gzip is the old name of gzip.
func isCoding(name, coding string) bool {
	return strings.EqualFold(name, coding) || coding == string(Gzip) && strings.EqualFold(name, "x-gzip")
}

// weight parses ";q=0.5". A q that is not a number from 0 to 1 excludes the coding.
func weight(parameters string) float64 {
	for parameters != "" {
		var one string
		one, parameters, _ = strings.Cut(parameters, ";")
		key, value, _ := strings.Cut(one, "=")
		if !strings.EqualFold(strings.Trim(key, " \t"), "q") {
			continue
		}
		q, err := strconv.ParseFloat(strings.Trim(value, " \t"), 64)
		if err != nil || !(q >= 0 && q <= 1) {
			return 0
		}
		return q
	}
	return 1
}
