package agents_test

import (
	"testing"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/jsapi/agents"
	"github.com/fwrun/fwrun/jsapi/folders"
	"github.com/fwrun/fwrun/jsapi/http"
	"github.com/fwrun/fwrun/jsapi/realm/realmtest"
	"github.com/fwrun/fwrun/platform/pollution"
)

// toolCall is a call of the tool "greet".
type toolCall struct {
	arguments, outcome string
	page               *realmtest.Page
}

func (c *toolCall) ToolName() string  { return "greet" }
func (c *toolCall) RequestID() any    { return int64(7) }
func (c *toolCall) Arguments() string { return c.arguments }
func (c *toolCall) Outcome() string   { return c.outcome }
func (c *toolCall) CallerRequest() (engine.Value, error) {
	return c.page.Runtime.ToValue("request"), nil
}

func newPage(t *testing.T) *realmtest.Page {
	t.Helper()
	return realmtest.New(t, http.Module(folders.Folders{}, pollution.Refused), agents.Module())
}

func TestToolContext(t *testing.T) {
	p := newPage(t)
	call := &toolCall{arguments: `{"name":"Ada","none":null}`, page: p}
	p.Supply("c", "McpToolContext", call)
	p.Cases([][2]string{
		{`c instanceof McpToolContext`, "true"},
		{`[c.getToolName(), c.getRequestId(), c.getRequest()].join()`, "greet,7,request"},
		{`c.getArguments() === c.getArguments() && JSON.stringify(c.getArguments())`, `{"name":"Ada","none":null}`},
		{`[c.getArgument("name"), c.getArgument("x"), c.getArgument("x", 1), c.getArgument("none", 1)].map(String).join()`, "Ada,null,1,null"},
		{`[c.getOutcome(), c.isOk()].map(String).join()`, "null,false"},
		{`c.mine = 1; c.mine`, "1"},
		{`c.getToolName.call({})`, "throws TypeError: this is not an McpToolContext"},
		{`new McpToolContext()`, "throws TypeError: an McpToolContext cannot be made with new; take it as a parameter of a tool's method"},
	})
	call.outcome = "ok"
	p.Cases([][2]string{{`[c.getOutcome(), c.isOk()].join()`, "ok,true"}})
	if _, err := p.Supplied("McpToolContext", "text"); err == nil {
		t.Error("a text became a tool call")
	}
}

func TestContent(t *testing.T) {
	p := newPage(t)
	contents := realmtest.Can[engine.Contents](p)
	for script, want := range map[string]string{
		`McpContent.text("a")`:                                   `[{"type":"text","text":"a"}]`,
		`[McpContent.text("a"), "b"]`:                            `[{"type":"text","text":"a"},{"type":"text","text":"b"}]`,
		`McpContent.image(new Uint8Array([1]), "image/png")`:     `[{"type":"image","data":"AQ==","mimeType":"image/png"}]`,
		`McpContent.text("a").withStructured({ n: 1 })`:          `[{"type":"text","text":"a"}] {"n":1}`,
		`({ $parts: [] })`:                                       "",
		`["a", McpContent.text("b")]`:                            "",
		`"text"`:                                                 "",
		`McpContent.blob("AQ==", "application/pdf")`:             `[{"type":"blob","blob":"AQ==","mimeType":"application/pdf"}]`,
		`McpContent.link({ uri: "a:b", title: "t" })`:            `[{"type":"resource_link","uri":"a:b","name":"a:b","title":"t"}]`,
		`McpContent.of("a", McpContent.text("b")).toJSON() && 1`: "",
	} {
		value, err := p.Value(script)
		if err != nil {
			t.Errorf("%s: %v", script, err)
			continue
		}
		content, ok, err := contents.Content(value)
		if err != nil || ok != (want != "") {
			t.Errorf("%s: %v, %v", script, ok, err)
			continue
		}
		if !ok {
			continue
		}
		p.Set("parts", content.Parts)
		got := p.Eval("JSON.stringify(parts)")
		if content.Structured != nil {
			p.Set("structured", content.Structured)
			got += " " + p.Eval("JSON.stringify(structured)")
		}
		if got != want {
			t.Errorf("%s\n got %s\nwant %s", script, got, want)
		}
	}
	value, err := p.Value(`[McpContent.text("a"), 5]`)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := contents.Content(value); err == nil {
		t.Error("a list with a number became content")
	}
	p.Cases([][2]string{{`McpContent.image("no base64!", "image/png")`, "throws TypeError: McpContent.image takes bytes, or a text in base64"}})
}
