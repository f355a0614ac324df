package fault

import "strings"

// Shortened cuts a text for a message to a number of bytes, never within a character, and says so with an ellipsis. Of a text that is
// cut, it keeps nothing else in memory.
func Shortened(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + ellipsis
}
