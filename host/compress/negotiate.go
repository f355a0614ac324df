package compress

import (
	"strconv"
	"strings"
)

// Coding is a content coding, by its registered name. None leaves a body as it is.
type Coding string

// The codings.
const (
	None   Coding = ""
	Zstd   Coding = "zstd"
	Brotli Coding = "br"
	Gzip   Coding = "gzip"
)

// Codings lists all, the best for bodies that are made while the client waits first: at the
// levels used here Zstandard is as quick as gzip and a tenth smaller, Brotli between.
func Codings() []Coding { return []Coding{Zstd, Brotli, Gzip} }

// Negotiate picks the coding that an Accept-Encoding header likes best; of equals the one
// that is offered first, and None when that is liked better than all or none is acceptable.
// None need not be listed to be acceptable, but then anything that is listed is liked better.
func Negotiate(accept string, offered []Coding) Coding {
	best, bestQuality := None, max(0, qualityOf(accept, "identity"))
	for _, coding := range offered {
		if q := qualityOf(accept, string(coding)); q > bestQuality || best == None && q > 0 && q == bestQuality {
			best, bestQuality = coding, q
		}
	}
	return best
}

// qualityOf is what a header gives a coding, from 0 to 1: by its name, or else by the
// asterisk, which does not stand for identity here. It is negative when neither is there.
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

// isCoding compares names; x-gzip is the old one of gzip.
func isCoding(name, coding string) bool {
	return strings.EqualFold(name, coding) || coding == string(Gzip) && strings.EqualFold(name, "x-gzip")
}

// weight reads ";q=0.5". One that is no number from 0 to 1 takes the coding out.
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
