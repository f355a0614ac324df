package fault

import "testing"

func TestShortened(t *testing.T) {
	for _, c := range []struct {
		text string
		most int
		want string
	}{
		{"", 0, ""},
		{"", 5, ""},
		{"12345", 5, "12345"},
		{"123456", 5, "12345…"},
		{"123456", 0, "…"},
		{"1234é", 6, "1234é"},
		{"1234é", 5, "1234…"}, // é has two bytes
		{"12€", 4, "12…"},     // € has three
		{"1😀", 4, "1…"},
		{"12\xff456", 5, "1245…"}, // what is no character is left out of what is cut
		{"12\xff45", 5, "12\xff45"},
	} {
		if got := Shortened(c.text, c.most); got != c.want {
			t.Errorf("Shortened(%q, %d) = %q, want %q", c.text, c.most, got, c.want)
		}
	}
}
