package bundle

import (
	"encoding/base64"
	"fmt"
	"os"

	"github.com/evanw/esbuild/pkg/api"
)

// maxWasm is the maximum size of a module that a file can import, in bytes. The platform's own limit may be lower.
const maxWasm = 64 << 20

// wasmModules makes the default export of a .wasm file the module in it, as a WebAssembly.Module. It is compiled when the
// importing script loads, once for all VMs; if nothing uses the import, not at all.
func wasmModules() api.Plugin {
	return api.Plugin{Name: Module + "-wasm", Setup: func(build api.PluginBuild) {
		build.OnLoad(api.OnLoadOptions{Filter: `\.wasm$`, Namespace: "file"}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
			data, err := os.ReadFile(args.Path)
			if err != nil {
				return api.OnLoadResult{}, err
			}
			if len(data) > maxWasm {
				return api.OnLoadResult{}, fmt.Errorf("the module has %d bytes; at most %d can be imported", len(data), maxWasm)
			}
			contents := "export default /* @__PURE__ */ new WebAssembly.Module(/* @__PURE__ */ Uint8Array.fromBase64(" +
				`"` + base64.StdEncoding.EncodeToString(data) + `"));` + "\n"
			return api.OnLoadResult{Contents: &contents, Loader: api.LoaderJS}, nil
		})
	}}
}
