package jsontext

import "testing"

func TestIsStringified(t *testing.T) {
	for text, want := range map[string]bool{
		`[]`: true, `["a","b"]`: true, `[1,-2,0,123456789012345,null,true,false,[["ü"]]]`: true, `"text"`: true, `42`: true, `null`: true,
		`["a", "b"]`: false, `[ ]`: false, "[\n]": false, `["\u0061"]`: false, `["\/"]`: false, `[-0]`: false, `[1.0]`: false,
		`[1e3]`: false, `[1E3]`: false,
		`[1234567890123456]`: false, `{"a":1}`: false, `[{}]`: false, `0.5`: false, `" [ "`: true, ``: true,
	} {
		if got := IsStringified([]byte(text)); got != want {
			t.Errorf("%s: got %v, want %v", text, got, want)
		}
	}
}
