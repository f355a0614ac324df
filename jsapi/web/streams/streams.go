package streams

import (
	"embed"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/bundled"
	"github.com/fwrun/fwrun/jsapi/web/part"
)

//go:embed *.js
var scripts embed.FS

// implementation is the package of npm that has the standard's algorithms.
var implementation = bundled.New("web-streams")

// parts are those of this package, in the order of their needs.
var parts = []part.Part{
	{
		Name: "streams", Script: part.Script(scripts, "streams.js"), Needs: []string{"base", "events"},
		Globals: []string{
			"ByteLengthQueuingStrategy", "CountQueuingStrategy", "ReadableByteStreamController", "ReadableStream",
			"ReadableStreamBYOBReader", "ReadableStreamBYOBRequest", "ReadableStreamDefaultController", "ReadableStreamDefaultReader",
			"TransformStream", "TransformStreamDefaultController", "WritableStream", "WritableStreamDefaultController",
			"WritableStreamDefaultWriter",
		},
		Host: func(r *part.Realm) map[string]part.Native {
			return map[string]part.Native{
				"loadStreams": func(goja.FunctionCall) goja.Value { return load(r) },
				"concat":      func(call goja.FunctionCall) goja.Value { return concat(r, call) },
			}
		},
	},
	{
		Name: "textStreams", Script: part.Script(scripts, "text.js"), Needs: []string{"streams", "encoding"},
		Globals: []string{"TextDecoderStream", "TextEncoderStream"},
	},
	{
		Name: "compression", Script: part.Script(scripts, "compression.js"), Needs: []string{"streams"},
		Globals: []string{"CompressionStream", "DecompressionStream"},
		Host: func(r *part.Realm) map[string]part.Native {
			c := &coders{Realm: r}
			return map[string]part.Native{"compressor": c.compressor, "decompressor": c.decompressor}
		},
	},
}

// Parts returns the parts in the order of their needs.
func Parts() []part.Part { return parts }

// load runs the package in a VM.
func load(r *part.Realm) goja.Value {
	exports, err := implementation.Load(r.Runtime, nil)
	if err != nil {
		panic(r.VM.ErrorValue(err))
	}
	return exports
}

// concat returns an ArrayBuffer with the bytes of a list of views.
func concat(r *part.Realm, call goja.FunctionCall) goja.Value {
	list, _ := call.Argument(0).(*goja.Object)
	var chunks [][]byte
	size := 0
	r.Runtime.ForOf(list, func(item goja.Value) bool {
		data, _ := r.Bytes(item)
		chunks = append(chunks, data)
		size += len(data)
		return true
	})
	whole := make([]byte, 0, size)
	for _, chunk := range chunks {
		whole = append(whole, chunk...)
	}
	return r.NewBuffer(whole)
}
