package agents

import (
	"fmt"
	"strings"
	"testing"
)

// TestMCPMessages: errors of a message.
func TestMCPMessages(t *testing.T) {
	url := startMatrix(t)
	for name, c := range map[string]struct {
		body   string
		status int
		code   int
		id     string // of the answer
	}{
		"nothing":                  {``, 400, -32700, `null`},
		"blanks":                   {" \n", 400, -32700, `null`},
		"no JSON":                  {`ping`, 400, -32700, `null`},
		"a beginning":              {`{"jsonrpc":"2.0","id":1,"method":"ping"`, 400, -32700, `null`},
		"something behind":         {matrixPing + `x`, 400, -32700, `null`},
		"two messages":             {matrixPing + matrixPing, 400, -32700, `null`},
		"a comma too many":         {`{"jsonrpc":"2.0","id":1,"method":"ping",}`, 400, -32700, `null`},
		"single quotes":            {`{'jsonrpc':'2.0','id':1,'method':'ping'}`, 400, -32700, `null`},
		"a comment":                {matrixPing + `//`, 400, -32700, `null`},
		"a number that is none":    {`{"jsonrpc":"2.0","id":01,"method":"ping"}`, 400, -32700, `null`},
		"NaN":                      {`{"jsonrpc":"2.0","id":NaN,"method":"ping"}`, 400, -32700, `null`},
		"no UTF-8":                 {"{\"jsonrpc\":\"2.0\",\"id\":\"\xff\",\"method\":\"ping\"}", 400, -32700, `null`},
		"a byte order mark":        {"\uFEFF" + matrixPing, 400, -32700, `null`},
		"a raw line break in text": {"{\"jsonrpc\":\"2.0\",\"id\":\"a\nb\",\"method\":\"ping\"}", 400, -32700, `null`},
		"too deep": {
			`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":` + strings.Repeat("[", 300) + strings.Repeat("]", 300) + `}}`,
			400, -32700, `null`,
		},

		"a batch":                  {`[` + matrixPing + `]`, 400, -32600, `null`},
		"an empty batch":           {`[]`, 400, -32600, `null`},
		"a batch, indented":        {" \r\n\t[" + matrixPing + "]", 400, -32600, `null`},
		"a batch of notifications": {`[{"jsonrpc":"2.0","method":"notifications/initialized"}]`, 400, -32600, `null`},

		"a text":                     {`"ping"`, 200, -32600, `null`},
		"a number":                   {`1`, 200, -32600, `null`},
		"null":                       {`null`, 200, -32600, `null`},
		"true":                       {`true`, 200, -32600, `null`},
		"an empty object":            {`{}`, 200, -32600, `null`},
		"no jsonrpc":                 {`{"id":1,"method":"ping"}`, 200, -32600, `1`},
		"jsonrpc 1.0":                {`{"jsonrpc":"1.0","id":1,"method":"ping"}`, 200, -32600, `1`},
		"jsonrpc as a number":        {`{"jsonrpc":2.0,"id":1,"method":"ping"}`, 200, -32600, `1`},
		"jsonrpc null":               {`{"jsonrpc":null,"id":1,"method":"ping"}`, 200, -32600, `1`},
		"id null":                    {`{"jsonrpc":"2.0","id":null,"method":"ping"}`, 200, -32600, `null`},
		"id 1.5":                     {`{"jsonrpc":"2.0","id":1.5,"method":"ping"}`, 200, -32600, `null`},
		"id 1e3":                     {`{"jsonrpc":"2.0","id":1e3,"method":"ping"}`, 200, -32600, `null`},
		"id an object":               {`{"jsonrpc":"2.0","id":{},"method":"ping"}`, 200, -32600, `null`},
		"id a list":                  {`{"jsonrpc":"2.0","id":[1],"method":"ping"}`, 200, -32600, `null`},
		"id true":                    {`{"jsonrpc":"2.0","id":true,"method":"ping"}`, 200, -32600, `null`},
		"no method":                  {`{"jsonrpc":"2.0","id":1}`, 200, -32600, `1`},
		"method null":                {`{"jsonrpc":"2.0","id":1,"method":null}`, 200, -32600, `1`},
		"method a number":            {`{"jsonrpc":"2.0","id":1,"method":1}`, 200, -32600, `1`},
		"method an object":           {`{"jsonrpc":"2.0","id":1,"method":{}}`, 200, -32600, `1`},
		"method empty":               {`{"jsonrpc":"2.0","id":1,"method":""}`, 200, -32600, `1`},
		"no method and no id":        {`{"jsonrpc":"2.0"}`, 200, -32600, `null`},
		"a notification, no jsonrpc": {`{"method":"notifications/initialized"}`, 200, -32600, `null`},

		"keys in another case: jsonrpc": {`{"JSONRPC":"2.0","id":1,"method":"ping"}`, 200, -32600, `1`},
		"keys in another case: method":  {`{"jsonrpc":"2.0","id":1,"Method":"ping"}`, 200, -32600, `1`},
		"a key twice":                   {`{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/list"}`, 200, -32600, `1`},

		"an unknown method":           {`{"jsonrpc":"2.0","id":1,"method":"unknown/method"}`, 200, -32601, `1`},
		"a method in another case":    {`{"jsonrpc":"2.0","id":1,"method":"Ping"}`, 200, -32601, `1`},
		"a method with a blank":       {`{"jsonrpc":"2.0","id":1,"method":"ping "}`, 200, -32601, `1`},
		"a notification as a request": {`{"jsonrpc":"2.0","id":1,"method":"notifications/initialized"}`, 200, -32601, `1`},
		"subscriptions":               {`{"jsonrpc":"2.0","id":1,"method":"resources/subscribe","params":{"uri":"desk://about"}}`, 200, -32601, `1`},
		"the end of subscriptions":    {`{"jsonrpc":"2.0","id":1,"method":"resources/unsubscribe","params":{"uri":"desk://about"}}`, 200, -32601, `1`},
		"the level of a log":          {`{"jsonrpc":"2.0","id":1,"method":"logging/setLevel","params":{"level":"info"}}`, 200, -32601, `1`},
		"completion":                  {`{"jsonrpc":"2.0","id":1,"method":"completion/complete","params":{}}`, 200, -32601, `1`},
		"what another era has":        {`{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{}}`, 200, -32601, `1`},

		"params a list":             {`{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}`, 200, -32602, `1`},
		"params a text":             {`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":"x"}`, 200, -32602, `1`},
		"a cursor":                  {`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"x"}}`, 200, -32602, `1`},
		"an empty cursor":           {`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":""}}`, 200, -32602, `1`},
		"a cursor that is no text":  {`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":7}}`, 200, -32602, `1`},
		"a cursor of resources":     {`{"jsonrpc":"2.0","id":1,"method":"resources/list","params":{"cursor":"x"}}`, 200, -32602, `1`},
		"a cursor of templates":     {`{"jsonrpc":"2.0","id":1,"method":"resources/templates/list","params":{"cursor":"x"}}`, 200, -32602, `1`},
		"a cursor of prompts":       {`{"jsonrpc":"2.0","id":1,"method":"prompts/list","params":{"cursor":"x"}}`, 200, -32602, `1`},
		"no version":                {`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}`, 200, -32602, `1`},
		"no params of initialize":   {`{"jsonrpc":"2.0","id":1,"method":"initialize"}`, 200, -32602, `1`},
		"a version that is no text": {`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":20251125}}`, 200, -32602, `1`},
		"an unknown tool":           {`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"nope"}}`, 200, -32602, `1`},
		"a tool in another case":    {`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"Add","arguments":{"a":1}}}`, 200, -32602, `1`},
		"a tool by Name":            {`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"Name":"add","arguments":{"a":1}}}`, 200, -32602, `1`},
		"no tool":                   {`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}`, 200, -32602, `1`},
		"no params of a call":       {`{"jsonrpc":"2.0","id":1,"method":"tools/call"}`, 200, -32602, `1`},
		"a tool that is no text":    {`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":7}}`, 200, -32602, `1`},
		"arguments that are a list": {`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","arguments":[1]}}`, 200, -32602, `1`},
		"arguments that are a text": {`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","arguments":"{\"a\":1}"}}`, 200, -32602, `1`},
		"an unknown prompt":         {`{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"nope"}}`, 200, -32602, `1`},
		"no prompt":                 {`{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{}}`, 200, -32602, `1`},
		"no argument of a prompt":   {`{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"greet"}}`, 200, -32602, `1`},
		"arguments of a prompt that are a list": {
			`{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"greet","arguments":["a"]}}`, 200,
			-32602, `1`,
		},
		"no URI":                       {`{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{}}`, 200, -32602, `1`},
		"a URI that is no text":        {`{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":["desk://about"]}}`, 200, -32602, `1`},
		"a resource that is not there": {`{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"desk://nope"}}`, 200, -32002, `1`},
	} {
		t.Run(name, func(t *testing.T) {
			p := sound()
			p.body = c.body
			refuses(t, p.send(t, url), c.status, c.code, c.id)
		})
	}
}

// TestMCPNotifications: a notification gets 202 and nothing else, whatever it contains.
func TestMCPNotifications(t *testing.T) {
	url := startMatrix(t)
	for _, body := range []string{
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`,
		`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}`,
		`{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}`,
		`{"jsonrpc":"2.0","method":"unknown/method"}`,
		`{"jsonrpc":"2.0","method":"tools/list"}`,
		`{"jsonrpc":"2.0","method":"tools/call","params":{"name":"nope"}}`,
		`{"jsonrpc":"2.0","method":"ping","params":[1,2]}`,
		`{"jsonrpc":"2.0","method":"ping","ID":1}`,
		`{"jsonrpc":"2.0","id":1,"result":{}}`,
		`{"jsonrpc":"2.0","id":"a","result":{"roots":[]}}`,
		`{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}`,
	} {
		p := sound()
		p.body = body
		if got := p.send(t, url); got.Status != 202 || got.Body != "" || got.Header.Get("Content-Type") != "" {
			t.Errorf("%s\ngot %d %s %q", body, got.Status, got.Header.Get("Content-Type"), got.Body)
		}
	}
}

// TestMCPIDs: an id is returned as it was sent, byte for byte.
func TestMCPIDs(t *testing.T) {
	url := startMatrix(t)
	for _, id := range []string{
		`0`, `1`, `-1`, `9007199254740993`, `-123456789012345678901234567890`,
		`""`, `"a"`, `"ä€😀"`, `"\u00e4\/\"\\"`, `"\ud83d\ude00"`, `"null"`, `"1"`, `"` + strings.Repeat("i", 500) + `"`,
	} {
		for _, form := range []string{
			`{"jsonrpc":"2.0","id":%s,"method":"ping"}`,
			` { "method" : "ping" , "params" : { } , "id" : %s , "jsonrpc" : "2.0" } `,
			`{"\u006ason\u0072pc":"2.0","\u0069d":%s,"method":"p\u0069ng","extra":{"id":7}}`,
		} {
			p := sound()
			p.body = fmt.Sprintf(form, id)
			if got, want := p.send(t, url).Body, `{"jsonrpc":"2.0","id":`+id+`,"result":{}}`; got != want {
				t.Errorf("%s\ngot  %s\nwant %s", p.body, got, want)
			}
		}
		p := sound()
		p.body = `{"jsonrpc":"2.0","id":` + id + `,"method":"nope"}`
		refuses(t, p.send(t, url), 200, -32601, id)
	}
}
