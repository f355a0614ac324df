package encodings

import (
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/simplifiedchinese"
)

// newer are the labels that the standard has got since htmlindex was made.
var newer = map[string]string{
	"unicode11utf8": "utf-8", "unicode20utf8": "utf-8", "x-unicode20utf8": "utf-8",
	"csunicode": "utf-16le", "iso-10646-ucs-2": "utf-16le", "ucs-2": "utf-16le", "unicode": "utf-16le", "unicodefeff": "utf-16le",
	"unicodefffe": "utf-16be",
}

// Name returns the name of the encoding with a label, in lower case; empty if there is none, or if the standard has the label
// only so that nothing is decoded.
func Name(label string) string {
	label = strings.Trim(label, "\t\n\f\r ")
	for i := range len(label) {
		if label[i] <= ' ' || label[i] > '~' {
			return ""
		}
	}
	label = strings.ToLower(label)
	if name, ok := newer[label]; ok {
		return name
	}
	found, err := htmlindex.Get(label)
	if err != nil || found == encoding.Replacement {
		return ""
	}
	name, err := htmlindex.Name(found)
	if err != nil {
		return ""
	}
	return name
}

// legacy returns the tables of an encoding by its name.
func legacy(name string) encoding.Encoding {
	switch name {
	case "gbk": // is decoded as what contains it
		return simplifiedchinese.GB18030
	case "iso-8859-8-i":
		return charmap.ISO8859_8
	}
	found, _ := htmlindex.Get(name)
	return found
}
