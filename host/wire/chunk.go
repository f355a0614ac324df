package wire

// maxSizeDigits keeps a chunk's size from overflowing.
const maxSizeDigits = 15

// chunkLine checks a line such as "1f;name=value": white space is invalid, although older grammars allowed it in
// places.
func (c *Checker) chunkLine(line []byte) Violation {
	size, digits := int64(0), 0
	for ; digits < len(line) && classes[line[digits]]&hexByte != 0; digits++ {
		if digits == maxSizeDigits {
			return badChunkSize
		}
		size = size<<4 | int64(hexValue(line[digits]))
	}
	if digits == 0 || digits < len(line) && line[digits] != ';' {
		return badChunkSize
	}
	if !isExtensions(line[digits:]) {
		return badExtension
	}
	if c.left = size; size > 0 {
		c.state = inChunk
	} else {
		c.state, c.room, c.fields = inTrailers, c.limit, 0
	}
	return none
}

// isExtensions reports whether text is any number of ";name", ";name=token" and ";name="quoted"".
func isExtensions(text []byte) bool {
	for len(text) > 0 {
		if text[0] != ';' {
			return false
		}
		text = text[1:]
		end := tokenEnd(text)
		if end == 0 {
			return false
		}
		if text = text[end:]; len(text) > 0 && text[0] == '=' {
			text = text[1:]
			if end = valueEnd(text); end == 0 {
				return false
			}
			text = text[end:]
		}
	}
	return true
}

// valueEnd returns the length of the token or quoted text at the beginning of text, or 0.
func valueEnd(text []byte) int {
	if len(text) == 0 || text[0] != '"' {
		return tokenEnd(text)
	}
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '"':
			return i + 1
		case '\\':
			i++
		}
	}
	return 0
}
