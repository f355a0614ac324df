package mcp

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/platform/inproc"
	"github.com/fwrun/fwrun/platform/jsontext"
)

// longestError is how much of an endpoint's answer an agent sees when the call has failed.
const longestError = 4000

// dispatch calls an endpoint with a request that is made inside of the process.
func (c *call) dispatch() {
	request, wrong := c.request()
	if wrong != "" {
		c.fail(outcomeTool, wrong)
		return
	}
	ctx, cancel := c.limited()
	defer cancel()
	c.Dispatch(ctx, request, func(r inproc.Answer) {
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			c.timedOut()
			return
		}
		c.take(r)
	})
}

// take makes the result from an endpoint's answer.
func (c *call) take(r inproc.Answer) {
	switch {
	case r.Late:
		c.fail(outcomeTool, "the result did not end in time and was canceled")
	case r.Status >= 500:
		c.fail(outcomeInternal, textInternal) // the pipeline has logged it
	case r.Refused, r.Status == http.StatusUnauthorized, r.Status == http.StatusForbidden:
		c.fail(outcomeDenied, textDenied)
	case r.Status >= 300:
		c.fail(outcomeTool, c.failureText(r))
	case r.Cut:
		c.isSmall(len(r.Body) + 1)
	default:
		c.takeBody(r)
	}
}

// failureText returns what an agent sees of a failed answer: the message that the method addresses to agents, otherwise
// the status and the body.
func (c *call) failureText(r inproc.Answer) string {
	if thrown, ok := errors.AsType[*engine.ScriptError](r.Failure); ok && thrown.Name == "McpToolArgumentException" {
		return thrown.Message
	}
	text := strconv.Itoa(r.Status) + " " + http.StatusText(r.Status)
	if len(r.Body) > 0 {
		text += "\n" + string(r.Body[:min(len(r.Body), longestError)])
	}
	return strings.ToValidUTF8(text, "")
}

// takeBody reads the endpoint's body by its media type.
func (c *call) takeBody(r inproc.Answer) {
	media := mediaOf(r.ContentType)
	kind, _, _ := strings.Cut(media, "/")
	switch {
	case len(r.Body) == 0 && !c.isText():
		c.answer(nil, textNothing)
	case len(r.Body) == 0:
		c.takeText(r.Body)
	case media == engine.TypeContent:
		parsed := gjson.ParseBytes(r.Body)
		c.answerContent(rawOf(parsed.Get("content")), rawOf(parsed.Get("structuredContent")))
	case media == typeJSON, strings.HasSuffix(media, "+json"):
		if schema.CheckJSON(r.Body, schema.Limits{}) != nil {
			c.breaksSchema("the body is not JSON")
			return
		}
		c.answer(r.Body, "")
	case kind == "image", kind == "audio":
		c.answerContent(appendBinary(nil, kind, r.Body, media), nil)
	case utf8.Valid(r.Body):
		c.takeText(r.Body)
	default:
		c.answerContent(appendBlob(nil, c.uri(), r.Body, media), nil)
	}
}

// mediaOf returns a Content-Type without its parameters.
func mediaOf(contentType string) string {
	if contentType == typeJSON { // the most frequent one
		return typeJSON
	}
	media, _, _ := mime.ParseMediaType(contentType)
	return media
}

func rawOf(value gjson.Result) []byte {
	if !value.Exists() {
		return nil
	}
	return []byte(value.Raw)
}

// isText reports whether the tool's result is a string, which may be empty.
func (c *call) isText() bool { return c.tool.Type != nil && c.tool.Type.Kind == schema.String }

// takeText reads a scalar, which endpoints send as text.
func (c *call) takeText(body []byte) {
	switch {
	case c.tool.output == nil:
		c.answer(nil, string(body))
	case c.isJSONText(body):
		c.answer(body, "")
	default:
		c.answer(jsontext.AppendString(nil, string(body)), "")
	}
}

// isJSONText reports whether a text is JSON as it is: a number, true or false, if the tool's result is one.
func (c *call) isJSONText(body []byte) bool {
	if c.tool.Type == nil {
		return false
	}
	switch c.tool.Type.Kind {
	case schema.Int, schema.Float, schema.Bool:
		return schema.CheckJSON(body, schema.Limits{Depth: 1}) == nil
	case schema.Enum:
		i := slices.Index(c.tool.Type.Enum.Texts, string(body))
		if i < 0 {
			return false
		}
		_, isText := c.tool.Type.Enum.Values[i].(string)
		return !isText
	}
	return false
}

func appendBinary(dst []byte, kind string, data []byte, media string) []byte {
	dst = append(append(dst, `[{"type":"`...), kind...)
	dst = append(dst, `","data":"`...)
	dst = base64.StdEncoding.AppendEncode(dst, data)
	dst = append(dst, `","mimeType":`...)
	return append(jsontext.AppendString(dst, media), "}]"...)
}

// embedded turns the blobs among blocks of content into resources: MCP allows a blob only as a part of a resource.
func embedded(parts []byte, uri string) []byte {
	if !bytes.Contains(parts, []byte(`"type":"blob"`)) {
		return parts
	}
	dst := []byte{'['}
	gjson.ParseBytes(parts).ForEach(func(_, part gjson.Result) bool {
		block := []byte(part.Raw)
		if part.Get("type").Str == "blob" {
			block = appendResource(nil, uri, part.Get("mimeType").Str, part.Get("blob").Str)
		}
		dst = appendEntry(dst, block)
		return true
	})
	return append(dst, ']')
}

// appendResource writes a block with a resource; the blob is in base64 already.
func appendResource(dst []byte, uri, media, blob string) []byte {
	dst = append(dst, `{"type":"resource","resource":{"uri":`...)
	dst = jsontext.AppendString(dst, uri)
	dst = appendMember(dst, "mimeType", media)
	dst = appendMember(dst, "blob", blob)
	return append(dst, "}}"...)
}

func appendBlob(dst []byte, uri string, data []byte, media string) []byte {
	dst = append(dst, '[')
	return append(appendResource(dst, uri, media, base64.StdEncoding.EncodeToString(data)), ']')
}
