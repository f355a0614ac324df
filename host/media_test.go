package host

import "testing"

func TestParseMedia(t *testing.T) {
	for text, want := range map[string]media{
		"application/json":                       {kind: "application", sub: "json"},
		" text/html ; Charset=\"UTF-8\" ; q=0.5": {kind: "text", sub: "html", charset: "UTF-8"},
		"text/plain;format=flowed;charset=utf8":  {kind: "text", sub: "plain", charset: "utf8"},
		"":                                       {},
		"json":                                   {kind: "json"},
	} {
		want.text = text
		if got := parseMedia(text); got != want {
			t.Errorf("%q: got %+v, want %+v", text, got, want)
		}
	}
}

func TestMediaKinds(t *testing.T) {
	for text, want := range map[string]string{
		"application/json":                  "json",
		"APPLICATION/JSON; charset=utf-8":   "json",
		"application/problem+json":          "json",
		"application/+json":                 "",
		"text/json":                         "",
		"image/svg+xml":                     "xml",
		"text/xml":                          "xml",
		"application/x-www-form-urlencoded": "form",
		"multipart/form-data; boundary=x":   "multipart",
		"text/plain":                        "",
	} {
		m := parseMedia(text)
		got := ""
		for kind, is := range map[string]bool{
			"json": m.isJSON(), "xml": m.isXML(), "form": m.isForm(), "multipart": m.isMultipart(),
		} {
			if is {
				got += kind
			}
		}
		if got != want {
			t.Errorf("%s is taken for %q, want %q", text, got, want)
		}
	}
}

func TestNegotiate(t *testing.T) {
	produces := parseMediaList([]string{"application/json", "text/csv;header=present", "application/vnd.api+json"})
	for accept, want := range map[string]string{
		"*/*":                                 "application/json",
		"text/*":                              "text/csv;header=present",
		"text/csv":                            "text/csv;header=present",
		"text/html, */*;q=0.1":                "application/json",
		"application/*+json":                  "application/vnd.api+json",
		"application/json;q=0.2, text/csv":    "text/csv;header=present",
		"application/json;q=0, */*":           "text/csv;header=present",
		"*/*;q=0.5, text/csv;q=0.4":           "application/json",
		"TEXT/CSV":                            "text/csv;header=present",
		"text/html":                           "",
		"application/json;q=0":                "",
		"*/*;q=0":                             "",
		"application/json;q=banana":           "",
		"application/json;q=2":                "",
		"text/csv;q=0.5,application/json;q=1": "application/json",
	} {
		got, ok := negotiate(accept, produces)
		if got.text != want || ok != (want != "") {
			t.Errorf("Accept: %s: got %q, %v; want %q", accept, got.text, ok, want)
		}
	}
}

func TestConsumed(t *testing.T) {
	types := parseMediaList([]string{"application/json", "image/*"})
	for contentType, want := range map[string]bool{
		"application/json; charset=utf-8": true, "image/png": true,
		"application/xml": false, "text/json": false, "": false,
	} {
		if got := consumed(types, parseMedia(contentType)); got != want {
			t.Errorf("%q: got %v", contentType, got)
		}
	}
}
