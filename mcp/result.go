package mcp

import (
	"errors"
	"fmt"
	"log/slog"
	"strconv"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/platform/inproc"
	"github.com/fwrun/fwrun/platform/jsontext"
	"github.com/fwrun/fwrun/platform/view"
)

// finish makes the result from what a bean's method has returned.
func (c *call) finish(s *engine.Scope, value engine.Value) error {
	if content, ok, err := s.Content(value); ok || err != nil {
		return c.finishContent(s, content, err)
	}
	if response, ok := s.Response(value); ok {
		return c.finishResponse(s, response)
	}
	if s.IsUndefined(value) {
		c.answer(nil, textNothing)
		return nil
	}
	form := c.tool.handler.Form
	value = s.Declared(value, form)
	if text, isText := s.TextOf(value); isText && c.tool.Result == manifest.ResultText {
		c.answer(nil, text)
		return nil
	}
	if data, isData := s.BytesOf(value); isData && c.tool.Result == manifest.ResultText {
		c.answerContent(appendBlob(nil, c.uri(), data, "application/octet-stream"), nil)
		return nil
	}
	body, err := s.AppendDeclared(nil, value, form)
	if err != nil {
		return err
	}
	c.answer(body, "")
	return nil
}

// finishResponse treats a method's ResponseEntity as an endpoint's answer: the status decides, and the body is the
// result.
func (c *call) finishResponse(s *engine.Scope, response engine.Response) error {
	if response.Status < 300 {
		return c.finish(s, response.Body)
	}
	var body []byte
	if text, isText := s.TextOf(response.Body); isText {
		body = []byte(text)
	} else if !s.IsNothing(response.Body) {
		var err error
		if body, err = s.AppendJSON(nil, response.Body); err != nil {
			return err
		}
	}
	c.take(inproc.Answer{Status: response.Status, Body: body})
	return nil
}

// textNothing is the text of an empty result.
const textNothing = "ok"

// finishContent makes the result from content that a script has put together itself.
func (c *call) finishContent(s *engine.Scope, content engine.Content, err error) error {
	if err != nil {
		return err
	}
	parts, err := s.AppendJSON(nil, content.Parts)
	if err != nil {
		return err
	}
	var structured []byte
	if content.Structured != nil {
		if structured, err = s.AppendJSON(nil, content.Structured); err != nil {
			return err
		}
	}
	c.answerContent(parts, structured)
	return nil
}

// answer ends a successful call, with a value as JSON or, if body is nil, a text.
func (c *call) answer(body []byte, text string) {
	structured, fits := c.structured(body)
	if !fits {
		return
	}
	switch {
	case structured != nil:
		text = string(structured)
	case body != nil:
		text = string(body)
	}
	if !c.isSmall(len(text)) {
		return
	}
	dst := append(make([]byte, 0, 2*len(text)+len(structured)+64), `{"content":[{"type":"text","text":`...)
	dst = jsontext.AppendString(dst, text)
	dst = append(dst, `}]`...)
	c.complete(dst, structured)
}

// answerContent ends a successful call with blocks of content.
func (c *call) answerContent(parts, structured []byte) {
	if structured == nil && c.tool.output != nil {
		c.breaksSchema("the result has content but no structuredContent")
		return
	}
	if structured != nil && !c.fitsOutput(structured) || !c.isSmall(len(parts)+len(structured)) {
		return
	}
	dst := append(make([]byte, 0, len(parts)+len(structured)+64), `{"content":`...)
	c.complete(append(dst, embedded(parts, c.uri())...), structured)
}

// uri returns the URI of content that has none of its own.
func (c *call) uri() string { return "tool:" + c.tool.Name }

func (c *call) complete(dst, structured []byte) {
	if structured != nil {
		dst = append(dst, `,"structuredContent":`...)
		dst = append(dst, structured...)
	}
	dst = append(dst, c.protocol.callTail()...)
	c.outcome, c.result = outcomeOK, append(dst, '}')
}

// structured makes an object from a value in the form that the tool's result has; nil if the form is text. A result
// that does not match its schema ends the call.
func (c *call) structured(body []byte) (structured []byte, fits bool) {
	form := c.tool.Result
	if form == manifest.ResultText {
		return nil, true
	}
	isNull := body == nil || string(body) == "null"
	if form == manifest.ResultAny {
		form = formOf(body)
	}
	switch {
	case isNull && c.tool.output == nil: // an object or a list that may be null
		return nil, true
	case isNull && form != manifest.ResultScalar:
		c.breaksSchema("nothing was returned")
		return nil, false
	case isNull:
		structured = []byte(`{"result":null}`)
	case form == manifest.ResultList:
		structured = wrapped(`{"items":`, body)
	case form == manifest.ResultScalar:
		structured = wrapped(`{"result":`, body)
	default:
		structured = body
	}
	if viewed(structured).IsObject() {
		return structured, c.fitsOutput(structured)
	}
	c.breaksSchema("the returned value is not an object")
	return nil, false
}

// formOf returns the form of a result from its value.
func formOf(body []byte) manifest.ResultForm {
	switch value := gjson.ParseBytes(body); {
	case value.IsObject():
		return manifest.ResultObject
	case value.IsArray():
		return manifest.ResultList
	default:
		return manifest.ResultScalar
	}
}

func wrapped(head string, body []byte) []byte {
	dst := make([]byte, 0, len(head)+len(body)+1)
	return append(append(append(dst, head...), body...), '}')
}

// viewed parses JSON without copying it; the text must not be changed meanwhile.
func viewed(text []byte) gjson.Result {
	return gjson.Parse(view.Text(text))
}

// fitsOutput checks a structured result against the tool's schema. A result that does not match ends the call.
func (c *call) fitsOutput(structured []byte) bool {
	if c.tool.output == nil {
		return true
	}
	problems := c.tool.output.Check(viewed(structured))
	if problems != nil {
		c.breaksSchema(linesOf(problems, "result"))
	}
	return problems == nil
}

var errSchema = errors.New("the result does not match the schema that the tool declares")

func (c *call) breaksSchema(what string) {
	c.logFailure("a tool's result does not match its schema", errSchema, slog.String("tool", c.tool.Name), slog.String("problems", what))
	c.fail(outcomeInternal, textInternal)
}

// isSmall refuses results that would fill the context of a model.
func (c *call) isSmall(size int) bool {
	limit := c.limit()
	if size <= limit {
		return true
	}
	c.fail(outcomeTool, fmt.Sprintf("the result is too large: %s bytes, and %s are allowed; ask for less", strconv.Itoa(size), strconv.Itoa(limit)))
	return false
}
