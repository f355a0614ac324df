package multipart

import (
	"mime"
	"strings"

	"github.com/fwrun/fwrun/platform/fault"
)

// longestBoundary is the limit of RFC 2046.
const longestBoundary = 70

// Boundary returns the boundary of a Content-Type. The error is a [fault.Error] of the kind Invalid.
func Boundary(contentType string) (string, error) {
	_, parameters, err := mime.ParseMediaType(contentType)
	if err != nil || strings.Contains(strings.ToLower(contentType), "boundary*") {
		return "", malformed("its Content-Type is malformed")
	}
	boundary := parameters["boundary"]
	switch {
	case boundary == "":
		return "", malformed("its Content-Type has no boundary")
	case len(boundary) > longestBoundary, strings.HasSuffix(boundary, " "), strings.ContainsFunc(boundary, isNotInBoundary):
		return "", malformed("its Content-Type has an invalid boundary")
	}
	return boundary, nil
}

// isNotInBoundary reports whether a character is not one of RFC 2046's bchars.
func isNotInBoundary(c rune) bool {
	letterOrDigit := c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9'
	return !letterOrDigit && !strings.ContainsRune("'()+_,-./:=? ", c)
}

// malformed returns the error of a body that is not valid.
func malformed(reason string) error {
	return fault.New(operation, fault.Invalid, "the multipart body cannot be read: "+reason)
}

const operation = "multipart.read"
