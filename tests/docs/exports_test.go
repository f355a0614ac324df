package docs

import (
	"sync"

	enginebuild "github.com/fwrun/fwrun/engine/build"
	"github.com/fwrun/fwrun/jsapi"
)

// manifestExports are the names that scripts can import from "fwrun".
var manifestExports = sync.OnceValue(func() []string {
	names := enginebuild.Exports()
	api, err := jsapi.New(jsapi.Options{})
	if err != nil {
		return names
	}
	return append(names, api.Exports()...)
})
