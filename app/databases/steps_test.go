package databases

import (
	"strings"
	"testing"
)

// TestLongValuesOfStatements: what is told of a long parameter ends with a whole character.
func TestLongValuesOfStatements(t *testing.T) {
	for value, want := range map[string]string{
		strings.Repeat("a", 200):             `"` + strings.Repeat("a", 200) + `"`,
		strings.Repeat("a", 201):             `"` + strings.Repeat("a", 200) + `"… (201 bytes)`,
		strings.Repeat("a", 199) + "é":       `"` + strings.Repeat("a", 199) + `"… (201 bytes)`,
		strings.Repeat("a", 198) + "€ or $":  `"` + strings.Repeat("a", 198) + `"… (206 bytes)`,
		strings.Repeat("a", 197) + "😀 smile": `"` + strings.Repeat("a", 197) + `"… (207 bytes)`,
	} {
		if got := valueText(value); got != want {
			t.Errorf("%q is told as %s", value, got)
		}
	}
}
