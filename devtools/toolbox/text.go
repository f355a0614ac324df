package toolbox

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"
)

// compact writes a value as JSON that costs few tokens: without indentation and without escapes that only HTML needs.
func compact(value any) (string, error) {
	if text, isText := value.(string); isText {
		return text, nil
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		return "", err
	}
	return strings.TrimSuffix(b.String(), "\n"), nil
}

// content returns the result of a call with one text.
func (s *Server) content(text string, isError bool) ([]byte, error) {
	result := map[string]any{"content": []any{map[string]string{"type": "text", "text": Cut(text, s.options.MaxBytes)}}}
	if isError {
		result["isError"] = true
	}
	body, err := compact(result)
	return []byte(body), err
}

// Cut returns a text, or its beginning with a note of how much is missing, in about limit bytes.
func Cut(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	end := limit
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return fmt.Sprintf("%s… (cut: %d of %d bytes)", text[:end], end, len(text))
}
