package mcp

import (
	"bytes"
	"encoding/base64"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/mcp/jsonrpc"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/jsontext"
)

// The stateless protocol, 2026-07-28: there is no handshake, every request describes itself in its _meta and in headers
// that proxies can read, and both must agree.

// The codes that this protocol adds.
const (
	headerMismatch     = -32020
	unsupportedVersion = -32022
)

const metaPrefix = "io.modelcontextprotocol/"

// stateless is the stateless protocol; its tails are made once.
type stateless struct {
	call, list []byte // additional members of results
	discovered []byte // the result of server/discover
}

// newStateless makes the additional members that all results of the protocol have.
func (s *Server) newStateless() *stateless {
	meta := s.appendInfo([]byte(`"_meta":{"` + metaPrefix + `serverInfo":`))
	meta = append(meta, '}')
	e := &stateless{
		call: append([]byte(`,"resultType":"complete",`), meta...),
		// The application decides at any time who sees what, so no cache may share or keep a list.
		list: append([]byte(`,"resultType":"complete","ttlMs":0,"cacheScope":"private",`), meta...),
	}
	dst := appendTexts([]byte(`{"supportedVersions":`), s.versions())
	dst = s.appendCapabilities(append(dst, `,"capabilities":`...))
	dst = appendMember(dst, "instructions", s.settings.Instructions)
	e.discovered = append(append(dst, e.list...), '}')
	return e
}

func appendTexts(dst []byte, texts []string) []byte {
	dst = append(dst, '[')
	for i, text := range texts {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = jsontext.AppendString(dst, text)
	}
	return append(dst, ']')
}

func (e *stateless) own(t *rpcRequest) (answer func() ([]byte, error), known bool) {
	switch method := t.message.Method; {
	case method == "server/discover":
		return func() ([]byte, error) { return e.discovered, nil }, true
	case strings.HasPrefix(method, "tools/") && len(t.tools) == 0:
		return func() ([]byte, error) { return nil, errUnknownMethod }, true
	}
	return nil, false
}

func (*stateless) status(bad *jsonrpc.Error) int {
	switch bad.Code {
	case jsonrpc.MethodNotFound:
		return http.StatusNotFound
	case headerMismatch:
		return http.StatusBadRequest
	default:
		return http.StatusOK
	}
}

func (*stateless) notFound(uri string) *jsonrpc.Error { return notFound(jsonrpc.InvalidParams, uri) }

func (e *stateless) listTail() []byte { return e.list }

func (e *stateless) readTail() []byte { return e.list }

func (e *stateless) callTail() []byte { return e.call }

// chooseProtocol determines the protocol of a request, and checks one of the stateless protocol against its rules. The
// first error is the answer.
func (r *rpcRequest) chooseProtocol(x Exchange) *jsonrpc.Error {
	r.protocol = handshake{}
	if !r.settings.Modern {
		return nil
	}
	claim := memberOf(r.meta(), metaPrefix+"protocolVersion")
	header := string(bytes.TrimSpace(x.Header(headerVersion)))
	given, repeated := x.Lines(headerVersion) > 0, x.Lines(headerVersion) > 1
	isOld := !repeated && (!claim.Exists() || slices.Contains(versions, claim.Str)) && (!given || slices.Contains(versions, header))
	if isOld && (!claim.Exists() || !given || claim.Str == header) {
		return nil
	}
	r.protocol = r.stateless
	return r.checkVersion(claim, header, given, x)
}

const headerVersion = "MCP-Protocol-Version"

func (r *rpcRequest) checkVersion(claim gjson.Result, header string, given bool, x Exchange) *jsonrpc.Error {
	key := `_meta["` + metaPrefix + `protocolVersion"]`
	switch {
	case x.Lines(headerVersion) > 1:
		return mismatch("%s header is repeated", headerVersion)
	case claim.Exists() && claim.Type != gjson.String:
		return invalidParams("Invalid params: %s must be a string", key)
	case claim.Exists() && !given:
		return mismatch("%s header is required", headerVersion)
	case !claim.Exists() && header == modernVersion:
		return invalidParams("Invalid params: %s is required", key)
	case claim.Exists() && claim.Str != header:
		return mismatch("%s header value '%s' does not match body value '%s'", headerVersion, header, claim.Str)
	case header != modernVersion:
		data := appendTexts([]byte(`{"supported":`), r.versions())
		data = append(jsontext.AppendString(append(data, `,"requested":`...), header), '}')
		return &jsonrpc.Error{Code: unsupportedVersion, Message: "Unsupported protocol version", Data: data}
	case !memberOf(r.meta(), metaPrefix+"clientCapabilities").IsObject():
		return invalidParams(`Invalid params: _meta["%sclientCapabilities"] is required`, metaPrefix)
	}
	return r.checkHeaders(x)
}

// checkHeaders checks the headers that repeat the message.
func (r *rpcRequest) checkHeaders(x Exchange) *jsonrpc.Error {
	if bad := agrees(x, "Mcp-Method", r.message.Method); bad != nil {
		return bad
	}
	named := r.named()
	if named.Type != gjson.String {
		return nil
	}
	return agrees(x, "Mcp-Name", named.Str)
}

// named returns the subject of a request: the name of a tool or prompt, or the URI of a resource.
func (r *rpcRequest) named() gjson.Result {
	switch r.message.Method {
	case "tools/call", "prompts/get":
		return r.param("name")
	case "resources/read":
		return r.param("uri")
	default:
		return gjson.Result{}
	}
}

// base64Mark begins a header's value that is encoded.
const base64Mark = "=?base64?"

// agrees checks that a header has the value that the body has.
func agrees(x Exchange, header, body string) *jsonrpc.Error {
	switch x.Lines(header) {
	case 0:
		return mismatch("%s header is required", header)
	case 1:
	default: // another reader may use another line
		return mismatch("%s header is repeated", header)
	}
	value, ok := decoded(string(bytes.TrimSpace(x.Header(header))))
	switch {
	case !ok:
		return mismatch("%s header is not valid Base64", header)
	case value != body:
		return mismatch("%s header value '%s' does not match body value '%s'", header, fault.Shortened(value, longestShown),
			fault.Shortened(body, longestShown))
	default:
		return nil
	}
}

// decoded decodes a header's value, which is marked if it is in Base64.
func decoded(value string) (text string, ok bool) {
	coded, begins := strings.CutPrefix(value, base64Mark)
	coded, ends := strings.CutSuffix(coded, "?=")
	if !begins || !ends {
		return value, true
	}
	raw, err := base64.StdEncoding.Strict().DecodeString(coded)
	return string(raw), err == nil && utf8.Valid(raw)
}

func mismatch(format string, args ...any) *jsonrpc.Error {
	bad := invalidParams("Header mismatch: "+format, args...)
	bad.Code = headerMismatch
	return bad
}

func (r *rpcRequest) meta() gjson.Result { return r.param("_meta") }

// memberOf returns a member of an object by its name, which may contain any characters.
func memberOf(object gjson.Result, name string) (found gjson.Result) {
	if object.IsObject() {
		object.ForEach(func(key, value gjson.Result) bool {
			if key.Str == name {
				found = value
			}
			return true
		})
	}
	return found
}
