package markup

import (
	"reflect"
	"strings"
	"testing"
)

const shop = "# The `Shop` & more\n\nSells *tea*, see\n[rows](sql.md#rows).\n\n" +
	"## Rows\n\n| key | value |\n|---|--:|\n| `datasource[].connection.max-lifetime` | 30 |\n| `a\\|b` | [x](y.md) |\n\n" +
	"## Rows\n\n![a picture](pictures/a.png)\n\n### Deep ~~old~~\n\n> #### Quoted\n\ntext &amp; more\nin two lines\n\n##### Too deep\n\nlast\n"

func TestParse(t *testing.T) {
	d := Parse([]byte(shop))
	if d.Title != "The Shop & more" || d.Lead != "Sells tea, see rows." {
		t.Errorf("the page is called %q, and begins with %q", d.Title, d.Lead)
	}
	headings := []Heading{
		{1, "The Shop & more", "the-shop--more"},
		{2, "Rows", "rows"},
		{2, "Rows", "rows-1"},
		{3, "Deep old", "deep-old"},
		{4, "Quoted", "quoted"},
		{5, "Too deep", "too-deep"},
	}
	if !reflect.DeepEqual(d.Headings, headings) {
		t.Errorf("the headings are %+v, want %+v", d.Headings, headings)
	}
	links := []Link{{"sql.md#rows", false, 4}, {"y.md", false, 11}, {"pictures/a.png", true, 15}}
	if !reflect.DeepEqual(d.Links, links) {
		t.Errorf("the links are %+v, want %+v", d.Links, links)
	}
	for _, empty := range []string{"", "\n", "no heading", "## second"} {
		if d := Parse([]byte(empty)); d.Title != "" || d.Lead != "" {
			t.Errorf("%q has the title %q and the lead %q", empty, d.Title, d.Lead)
		}
	}
}

func TestSections(t *testing.T) {
	want := []Section{
		{Heading{1, "The Shop & more", "the-shop--more"}, "Sells tea, see rows."},
		{Heading{2, "Rows", "rows"}, "key value datasource[].connection.max-lifetime 30 a|b x"},
		{Heading{2, "Rows", "rows-1"}, "a picture"},
		{Heading{3, "Deep old", "deep-old"}, "Quoted text & more in two lines Too deep last"},
	}
	if got := Parse([]byte(shop)).Sections(); !reflect.DeepEqual(got, want) {
		t.Errorf("the sections are\n%+v, want\n%+v", got, want)
	}
}

func TestRender(t *testing.T) {
	d := Parse([]byte(shop))
	to := func(prefix string) func(Link) Target {
		return func(link Link) Target {
			target := Target{URL: prefix + link.To}
			if link.Image {
				target.Width, target.Height = 40, 30
			}
			return target
		}
	}
	d.Render(to("elsewhere/"))
	got := d.Render(to("there/")) // the links of the page are the same as before
	if want := "<h1 id=\"the-shop--more\">The <code>Shop</code> &amp; more</h1>\n"; got.Title != want {
		t.Errorf("the title is %q, want %q", got.Title, want)
	}
	if want := "<p>Sells <em>tea</em>, see\n<a href=\"there/sql.md#rows\">rows</a>.</p>\n"; got.Lead != want {
		t.Errorf("the lead is %q, want %q", got.Lead, want)
	}
	for _, want := range []string{
		`<div class="heading"><h2 id="rows-1">Rows</h2><a class="anchor" href="#rows-1" aria-label="Link to “Rows”">#</a></div>`,
		`<div class="table"><table>`,
		`<th class="right">value</th>`,
		`<td><code>datasource<wbr>[].<wbr>connection.<wbr>max-<wbr>lifetime</code></td>`,
		`<td><code>a|b</code></td>`,
		`<img src="there/pictures/a.png" alt="a picture" loading="lazy" width="40" height="30">`,
		`<del>old</del>`,
	} {
		if !strings.Contains(got.Body, want) {
			t.Errorf("%s is not in\n%s", want, got.Body)
		}
	}
	if strings.Contains(got.Body, "style=") {
		t.Errorf("there are styles, which the policy of the pages forbids:\n%s", got.Body)
	}
}

func TestIndentedTerminal(t *testing.T) {
	got := Parse([]byte("    $ fwrun\n    listening\n")).Render(nil).Body
	if want := `<div class="code" data-language="console"><pre><code><span class="gp">$ </span>fwrun`; !strings.HasPrefix(got, want) {
		t.Errorf("it is %s, want %s", got, want)
	}
}

func TestContents(t *testing.T) {
	d := Parse([]byte("# Guide\n\n- [not](one.md)\n\n**First** steps\n\n- [nor](this.md)\n\n**First steps**\n\n" +
		"- [Start](start.md): `new`, and: more\n- no link\n- [SQL](sql.md)\n\n**Then**\n\n- [Map](../map.md): where\n"))
	want := []Group{
		{"First steps", []Entry{{"Start", "start.md", "new, and: more"}, {"SQL", "sql.md", ""}}},
		{"Then", []Entry{{"Map", "../map.md", "where"}}},
	}
	d.Render(func(Link) Target { return Target{URL: "changed"} })
	if got := d.Contents(); !reflect.DeepEqual(got, want) {
		t.Errorf("the lists are %+v, want %+v", got, want)
	}
}
