package mcp

import (
	"encoding/base64"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/mcp/jsonrpc"
)

// Repeated returns the headers of the stateless protocol for a message that came without any. The manifest says which
// arguments they repeat.
func Repeated(line []byte, m *manifest.Manifest) [][2]string {
	message, bad := jsonrpc.Read(line)
	t := &rpcRequest{message: message}
	claim := memberOf(t.meta(), metaPrefix+"protocolVersion")
	if bad != nil || claim.Type != gjson.String {
		return nil
	}
	headers := [][2]string{{headerVersion, encoded(claim.Str)}, {"Mcp-Method", encoded(message.Method)}}
	named := t.named()
	if named.Type != gjson.String {
		return headers
	}
	headers = append(headers, [2]string{"Mcp-Name", encoded(named.Str)})
	for _, one := range m.Tools {
		if message.Method != "tools/call" || one.Name != named.Str {
			continue
		}
		for i := range one.Headers {
			if value := argumentAt(t.param("arguments"), &one.Headers[i]); value.Exists() {
				headers = append(headers, [2]string{paramHeader + one.Headers[i].Name, encoded(textOf(value))})
			}
		}
	}
	return headers
}

// encoded encodes and marks a text that a header cannot hold as it is.
func encoded(text string) string {
	isPlain := text == strings.TrimSpace(text) && !strings.HasPrefix(text, base64Mark)
	for _, c := range text {
		isPlain = isPlain && c >= ' ' && c < 0x7F
	}
	if isPlain {
		return text
	}
	return base64Mark + base64.StdEncoding.EncodeToString([]byte(text)) + "?="
}
