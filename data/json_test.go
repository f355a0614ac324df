package data

import (
	"encoding/base64"
	"encoding/json"
	"math"
	"strconv"
	"testing"
	"time"
)

func TestIntegersKeepTheirDigits(t *testing.T) {
	c := Cell{kind: Int, bits: 1<<63 - 1}
	if got := string(c.AppendJSON(nil)); got != "9223372036854775807" {
		t.Error(got)
	}
}

func TestRawJSONHasNoLineSeparators(t *testing.T) {
	for raw, want := range map[string]string{
		`{"a": 1}`:                        `{"a": 1}`,
		"\"\u2028x\u2029\u2030\"":         `"\u2028x\u2029` + "\u2030\"",
		"[\"\u20ac\"]":                    "[\"\u20ac\"]",
		"\"" + string([]byte{0xE2, 0x80}): "\"" + string([]byte{0xE2, 0x80}),
	} {
		if got := string(appendRaw(nil, []byte(raw))); got != want {
			t.Errorf("%q is %q, want %q", raw, got, want)
		}
	}
}

func TestInstantsAreThoseOfJavaScript(t *testing.T) {
	for at, want := range map[time.Time]string{
		time.Unix(0, 0): "1970-01-01T00:00:00.000Z",
		time.Date(2024, 12, 31, 23, 59, 59, 999_999_999, time.UTC):     "2024-12-31T23:59:59.999Z",
		time.Date(99, 1, 1, 0, 0, 0, 0, time.UTC):                      "0099-01-01T00:00:00.000Z",
		time.Date(12024, 1, 1, 0, 0, 0, 0, time.UTC):                   "+012024-01-01T00:00:00.000Z",
		time.Date(-44, 3, 15, 12, 0, 0, 0, time.UTC):                   "-000044-03-15T12:00:00.000Z",
		time.Date(2024, 1, 1, 1, 0, 0, 0, time.FixedZone("", 2*60*60)): "2023-12-31T23:00:00.000Z",
	} {
		var b builder
		b.time(at)
		c := Cell{kind: Time, bits: b.rows.cells[0].bits}
		if got := string(c.AppendJSON(nil)); got != `"`+want+`"` {
			t.Errorf("%v is %s, want %s", at, got, want)
		}
	}
}

func TestTimestamps(t *testing.T) {
	for text, want := range map[string]string{
		"2024-05-01 10:20:30":            "2024-05-01T10:20:30Z",
		"2024-05-01T10:20":               "2024-05-01T10:20:00Z",
		"2024-05-01 10:20:30.5":          "2024-05-01T10:20:30.5Z",
		"2024-05-01 10:20:30.123456789Z": "2024-05-01T10:20:30.123456789Z",
		"2024-05-01T10:20:30.1+02:00":    "2024-05-01T08:20:30.1Z",
		"2024-05-01 10:20:30-0530":       "2024-05-01T15:50:30Z",
		"2024-05-01 10:20:30+02":         "2024-05-01T08:20:30Z",
		"2024-02-30 10:20:30":            "",
		"2024-13-01 10:20:30":            "",
		"2024-05-01 25:20:30":            "",
		"2024-05-01 10:20:30 CET":        "",
		"2024-05-01 10:20:30.":           "",
		"2024-05-01x10:20":               "",
		"24-05-01 10:20":                 "",
		"soon":                           "",
		"":                               "",
	} {
		at, dateOnly, ok := parseTimestamp([]byte(text))
		got := ""
		if ok && !dateOnly {
			got = at.Format(time.RFC3339Nano)
		}
		if got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
	if _, dateOnly, ok := parseTimestamp([]byte("2024-02-29")); !dateOnly || !ok {
		t.Error("a date alone is not seen as one")
	}
}

func TestDecimals(t *testing.T) {
	for text, want := range map[string]any{
		"0": int64(0), "0.00": int64(0), "-12.50": -12.5, "42.000": int64(42), "0.1": 0.1,
		"123456789012345": int64(123456789012345), "1234567890123456": "1234567890123456",
		"100000000000000000000": "100000000000000000000", "900000000000000.50": "900000000000000.50", "100000000000000.0": int64(1e14),
		"0.000000000000000001":  1e-18,
		"1.0000000000000000001": "1.0000000000000000001", "NaN": "NaN", "Infinity": "Infinity",
	} {
		var b builder
		b.begin(newColumns([]Column{{Name: "d"}}), sizeHint{})
		b.decimal([]byte(text))
		if got := b.rows.Cell(0, 0).Value(); got != want {
			t.Errorf("%s is %v (%T), want %v (%T)", text, got, got, want, want)
		}
	}
}

// TestAgainstEncodingJSON writes a row with a value of every kind, and decodes it with
// encoding/json.
func TestAgainstEncodingJSON(t *testing.T) {
	var b builder
	b.limits = limits{rows: 10, bytes: 1 << 20}
	names := []string{"null", "bool", "int", "float", "time", "text", "bytes", "json", "ä\"\n", "2", "1"}
	list := make([]Column, len(names))
	for i, name := range names {
		list[i].Name = name
	}
	b.begin(newColumns(list), sizeHint{})
	for range 2 {
		b.null()
		b.bool(true)
		b.int(-5)
		b.float(2.5)
		b.time(time.Unix(1, 5e8))
		b.text([]byte("x\u2028"))
		b.bytes([]byte{1, 2, 3})
		b.json([]byte(`{"k":[]}`))
		b.json([]byte(`{"k":`)) // not valid JSON
		b.int(2)
		b.int(1)
		if err := b.endRow(); err != nil {
			t.Fatal(err)
		}
	}
	var rows []map[string]any
	if err := json.Unmarshal(b.rows.AppendJSON(nil), &rows); err != nil {
		t.Fatal(err)
	}
	if len(rows) != 2 || len(rows[1]) != len(names) {
		t.Fatalf("%v", rows)
	}
	for name, want := range map[string]any{
		"null": nil, "bool": true, "int": -5.0, "float": 2.5, "time": "1970-01-01T00:00:01.500Z", "text": "x\u2028",
		"bytes": base64.StdEncoding.EncodeToString([]byte{1, 2, 3}), "ä\"\n": `{"k":`,
	} {
		if rows[1][name] != want {
			t.Errorf("%s is %v, want %v", name, rows[1][name], want)
		}
	}
	var order []string
	for name := range b.rows.Keys {
		order = append(order, name)
	}
	if order[0] != "1" || order[1] != "2" || order[2] != "null" {
		t.Errorf("the members are in the order %q, not in JavaScript's", order)
	}
}

func TestArrayIndexes(t *testing.T) {
	for name, isIndex := range map[string]bool{
		"0": true, "12": true, "01": false, "-1": false, "": false, "a": false, "4294967294": true, "4294967295": false,
		strconv.Itoa(1 << 40): false, "+1": false,
	} {
		if got := arrayIndex(name) != math.MaxUint32; got != isIndex {
			t.Errorf("%q is an index: %v", name, got)
		}
	}
}
