package actuator

import (
	"mime"
	"strconv"
	"strings"
)

// negotiate returns the media type that a client prefers among those offered; empty if it accepts none of them. Of those that it
// accepts equally the first one offered wins. A client that does not say what it accepts gets the first one.
func negotiate(accept, offered []string) string {
	ranges := rangesOf(accept)
	if len(ranges) == 0 {
		return offered[0]
	}
	best, quality := "", 0.0
	for _, kind := range offered {
		if q := qualityOf(kind, ranges); q > quality {
			best, quality = kind, q
		}
	}
	return best
}

// acceptRange is an element of an Accept header.
type acceptRange struct {
	kind    string // "*/*", "application/*" or a whole type
	params  map[string]string
	quality float64
}

func rangesOf(lines []string) (list []acceptRange) {
	for element := range strings.SplitSeq(strings.Join(lines, ","), ",") {
		kind, params, err := mime.ParseMediaType(element)
		if err != nil {
			continue
		}
		if kind == "*" {
			kind = "*/*"
		}
		q, err := strconv.ParseFloat(params["q"], 64)
		if _, has := params["q"]; !has {
			q = 1
		} else if err != nil || q < 0 || q > 1 {
			continue
		}
		delete(params, "q")
		list = append(list, acceptRange{kind, params, q})
	}
	return list
}

// qualityOf returns how much a client likes a media type: the most specific range decides.
func qualityOf(kind string, ranges []acceptRange) (quality float64) {
	offered, params, _ := mime.ParseMediaType(kind)
	main, _, _ := strings.Cut(offered, "/")
	best := -1
	for _, r := range ranges {
		specific := -1
		switch r.kind {
		case offered:
			if specific = 2; !agree(r.params, params) {
				continue
			}
			specific += len(r.params)
		case main + "/*":
			specific = 1
		case "*/*":
			specific = 0
		}
		if specific > best {
			best, quality = specific, r.quality
		}
	}
	return quality
}

// agree reports whether the offered media type has the parameters that are asked for, apart from the charset: all texts are
// UTF-8.
func agree(asked, offered map[string]string) bool {
	for name, value := range asked {
		if name != "charset" && !strings.EqualFold(offered[name], value) {
			return false
		}
	}
	return true
}
