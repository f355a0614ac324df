package cdp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"reflect"
	"strings"
	"testing"
)

// FuzzMessage: what is no command with its parameters is refused, with one of the codes of the protocol.
func FuzzMessage(f *testing.F) {
	for name, m := range methods {
		fields := map[string]any{}
		for i := range m.params.NumField() {
			field, _ := parameter(m.params.Field(i))
			fields[field] = reflect.Zero(m.params.Field(i).Type).Interface()
		}
		text, err := json.Marshal(map[string]any{"id": 1, "method": name, "params": fields})
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		r, _, err := readRequest(text)
		if m, known := methods[r.method]; err == nil && known {
			err = readParameters(r.params, reflect.New(m.params).Interface())
		}
		var refused *protocolError
		if err != nil && (!errors.As(err, &refused) || refused.Code > codeParameters && refused.Code != codeInvalid) {
			t.Errorf("%q is refused with %v", text, err)
		}
	})
}

// FuzzBytes: a socket that sends no frames, or wrong ones, ends, and nothing else does.
func FuzzBytes(f *testing.F) {
	for _, text := range []string{
		"", "\x81\x85\x01\x02\x03\x04abcde", "\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff\x00\x00\x00\x00", "\x01\x80\x00\x00\x00\x00\x00\x80\x00\x00\x00\x00",
		"\x88\x82\x00\x00\x00\x00\x03\xe8", "\x89\x80\x00\x00\x00\x00", "\xf1\x81\x00\x00\x00\x00x", "\x81\x02{}", "GET / HTTP/1.1\r\n\r\n",
	} {
		f.Add([]byte(text))
	}
	server, address := listen(f, newWorld(f))
	healthy := dial(f, server.URL(address))
	f.Fuzz(func(t *testing.T, text []byte) {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = fmt.Fprintf(conn, "GET /%s HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"+
			"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n%s", server.id, text)
		healthy.t = t
		if got := healthy.ask("Runtime.evaluate", `{"expression":"20 + 1"}`); !strings.Contains(got, "21") {
			t.Errorf("beside %q: %s", text, got)
		}
		_ = conn.Close()
	})
}

// FuzzIDs: names of frames, objects, scripts and breakpoints are what clients have been told, or nothing.
func FuzzIDs(f *testing.F) {
	for _, id := range []string{
		"", "1.0", "1.1", "1.-1", "1.99999999999999999999", "01.0", "2.0", "7", "07", "-7", "1.1.1", "b1", "\x00", "1.\xff", "NaN", "1e0",
	} {
		f.Add(id)
	}
	w := newWorld(f)
	server, address := listen(f, w)
	p := dial(f, server.URL(address))
	p.ask("Runtime.enable", "{}")
	p.ask("Debugger.enable", "{}")
	w.run("stop({ a: 1 })")
	p.event("Debugger.paused")
	f.Fuzz(func(t *testing.T, id string) {
		p.t = t
		quoted, err := json.Marshal(id)
		if err != nil {
			t.Fatal(err)
		}
		for method, params := range map[string]string{
			"Debugger.evaluateOnCallFrame": `{"callFrameId":$,"expression":"a"}`,
			"Debugger.setVariableValue":    `{"callFrameId":$,"scopeNumber":0,"variableName":"a","newValue":{"value":1}}`,
			"Runtime.getProperties":        `{"objectId":$}`,
			"Runtime.callFunctionOn":       `{"objectId":$,"functionDeclaration":"function () { return 1 }","arguments":[{"objectId":$}]}`,
			"Runtime.awaitPromise":         `{"promiseObjectId":$}`,
			"Debugger.getScriptSource":     `{"scriptId":$}`,
			"Debugger.setBreakpoint":       `{"location":{"scriptId":$,"lineNumber":1}}`,
			"Debugger.removeBreakpoint":    `{"breakpointId":$}`,
		} {
			m := p.wait(p.begin(method, string(bytes.ReplaceAll([]byte(params), []byte("$"), quoted))))
			if m.Error != nil && m.Error.Code != codeServer && m.Error.Code != codeParameters {
				t.Errorf("%s with the ID %q gives %d %s", method, id, m.Error.Code, m.Error.Message)
			}
		}
		p.events = nil
		if got := p.ask("Debugger.evaluateOnCallFrame", `{"callFrameId":"1.0","expression":"a"}`); !strings.Contains(got, `"value":1`) {
			t.Errorf("after %q: %s", id, got)
		}
	})
}
