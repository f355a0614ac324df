package agents

import (
	"slices"
	"strings"
	"testing"
)

func TestNamesOfTools(t *testing.T) {
	for in, want := range map[string]string{
		"OrderController.find":          "order_find",
		"OrderService.findOpen":         "order_find_open",
		"OrderComponent.find_by_id":     "order_find_by_id",
		"Desk.add":                      "desk_add",
		"HTMLPageService.parseXMLFile":  "html_page_parse_xml_file",
		"URLController.get":             "url_get",
		"A2bService.find2ByID":          "a2b_find2_by_id",
		"ControllerService.run":         "controller_run",
		"ServiceController.run":         "service_run",
		"Service.run":                   "service_run",
		"Controller.run":                "controller_run",
		"Component.X":                   "component_x",
		"Serviceable.run":               "serviceable_run",
		"OrderServiceImpl.run":          "order_service_impl_run",
		"_Hidden.$run":                  "_hidden_$run",
		"ReportService.weekly":          "report_weekly",
		"OrderLinesController.countAll": "order_lines_count_all",
	} {
		class, method, _ := strings.Cut(in, ".")
		if got := derivedName(class, method); got != want {
			t.Errorf("%s is %s, want %s", in, got, want)
		}
	}
}

func TestNamesThatAgentsTake(t *testing.T) {
	for _, name := range []string{"a", "A", "0", "_", ".", "-", "Shop.find-order_2", strings.Repeat("n", 128)} {
		if !isAgentName(name) {
			t.Errorf("%q is refused", name)
		}
	}
	for _, name := range []string{"", " ", "a b", "a/b", "a:b", "größe", "a\n", "a\x00", "$a", strings.Repeat("n", 129)} {
		if isAgentName(name) {
			t.Errorf("%q is taken", name)
		}
	}
}

// TestPlaceholdersOfURI expects the names in a template or, after "! ", a part of the error.
func TestPlaceholdersOfURI(t *testing.T) {
	for uri, want := range map[string]string{
		"lib://books":                 "",
		"lib:books":                   "",
		"a+b-c.1:x":                   "",
		"lib://books/{isbn}":          "isbn",
		"lib://{a}/{b}/{c}":           "a b c",
		"lib://{from}-{to}.txt":       "from to",
		"lib://{größe}":               "größe",
		"{a}:x":                       "! no scheme",
		"":                            "! no scheme",
		"books":                       "! no scheme",
		":books":                      "! no scheme",
		"1ib://books":                 "! no scheme",
		"l b://books":                 "! no scheme",
		"lib://a b":                   "! contains a space",
		"lib://a\tb":                  "! contains a space",
		"lib://{a} {b}":               "! contains a space",
		"lib://a}":                    "! a brace",
		"lib://{a}}":                  "! a brace",
		"lib://{a":                    "! with an invalid name",
		"lib://{}":                    "! with an invalid name",
		"lib://{a b}":                 "! with an invalid name",
		"lib://{a,b}":                 "! with an invalid name",
		"lib://{?a}":                  "! with an invalid name",
		"lib://{{a}}":                 "! with an invalid name",
		"lib://{a}{b}":                "! nothing between them",
		"lib://{a}/{b}/{a}":           "! contains {a} twice",
		"lib://books/{isbn}/{chapter": "! with an invalid name",
	} {
		names, why, hint := placeholdersOfURI(uri)
		wrong, isWrong := strings.CutPrefix(want, "! ")
		switch {
		case isWrong && (!strings.Contains(why, wrong) || hint == ""):
			t.Errorf("%q: %q, hint %q; want something of %q", uri, why, hint, wrong)
		case !isWrong && (why != "" || !slices.Equal(names, strings.Fields(want))):
			t.Errorf("%q: %v, %q; want %q", uri, names, why, want)
		}
	}
}

// TestShapesOfURIs: two templates have the same shape if only the names in them differ.
func TestShapesOfURIs(t *testing.T) {
	for uri, want := range map[string]string{
		"lib://books":          "lib://books",
		"lib://books/{isbn}":   "lib://books/{}",
		"lib://books/{number}": "lib://books/{}",
		"lib://{a}/x/{b}":      "lib://{}/x/{}",
		"lib://{a}-{b}.txt":    "lib://{}-{}.txt",
	} {
		if got := shapeOfURI(uri); got != want {
			t.Errorf("the shape of %s is %s, want %s", uri, got, want)
		}
	}
}
