package schema_test

import (
	"fmt"
	"strings"
	"testing"
	"unsafe"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/engine/schema/schematest"
)

// counting counts the texts that it makes, and notes where the names of members are stored.
type counting struct {
	schematest.Maker
	texts *int
	names map[*byte]string
}

func (c counting) String(s string) any {
	*c.texts++
	return c.Maker.String(s)
}

func (c counting) Map(keys []string, values []any) any {
	for _, key := range keys {
		c.names[unsafe.StringData(key)] = key
	}
	return c.Maker.Map(keys, values)
}

// TestRepeatedTexts: the rows of a long list share the values of short texts and the names of their members, none of
// which is a part of the document.
func TestRepeatedTexts(t *testing.T) {
	const rows = 1000
	document := "[" + strings.Repeat(`{"status":"open","country":"DE"},`, rows) + "{}]"
	c := counting{texts: new(int), names: map[*byte]string{}}
	value, _, err := schema.JSON[any](c, anyType, gjson.Parse(document), schema.Limits{})
	if list, ok := value.([]any); err != nil || !ok || len(list) != rows+1 || fmt.Sprint(list[0]) != fmt.Sprint(list[rows-1]) {
		t.Fatal(value, err)
	}
	if *c.texts != 2 {
		t.Errorf("%d texts were made of two", *c.texts)
	}
	if len(c.names) != 2 {
		t.Errorf("the names are stored %d times", len(c.names))
	}
	begin := uintptr(unsafe.Pointer(unsafe.StringData(document)))
	for at, name := range c.names {
		if place := uintptr(unsafe.Pointer(at)); place >= begin && place < begin+uintptr(len(document)) {
			t.Errorf("%q is a part of the document", name)
		}
	}
}

// TestTextsThatResembleEachOther: texts and names that differ in places which are not looked at first stay what they are.
func TestTextsThatResembleEachOther(t *testing.T) {
	var document, want strings.Builder
	for i := range 5000 {
		text := fmt.Sprintf("a%03da%03da", i%7, i%1000)[:5+i%5]
		fmt.Fprintf(&document, `,{"%s":"%s","":"","é%s":"\u0041%s"}`, text, text, text, text)
		fmt.Fprintf(&want, " %v", []schematest.Entry{{Key: text, Value: text}, {Key: "", Value: ""}, {Key: "é" + text, Value: "A" + text}})
	}
	value, _, err := schema.JSON[any](schematest.Maker{}, anyType, gjson.Parse("["+document.String()[1:]+"]"), schema.Limits{})
	if got := fmt.Sprint(value); err != nil || got != "["+want.String()[1:]+"]" {
		t.Fatalf("%v: %.300s", err, got)
	}
}
