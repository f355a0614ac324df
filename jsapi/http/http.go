package http

import (
	"embed"
	"fmt"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/records"
	"github.com/fwrun/fwrun/jsapi/folders"
	"github.com/fwrun/fwrun/jsapi/realm"
	"github.com/fwrun/fwrun/jsapi/web"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/pollution"
)

//go:embed *.js
var scripts embed.FS

// code is compiled once. Each script can use what the scripts before it have returned.
var code = realm.Sources(scripts, "status.js", "request.js", "upload.js", "response.js", "exception.js", "interceptors.js")

// Module returns the module with the HTTP classes: requests and responses, uploaded files, exceptions, interceptors.
// Relative folder names in scripts refer to the application's. The rule is for the names of queries, forms, cookies and files.
func Module(where folders.Folders, names pollution.Rule) realm.Module {
	return realm.Module{
		Exports: []string{
			"ResponseEntity", "HttpStatus", "HttpRestException", "RequestMethod", "HttpRequest", "InternalHttpRequest", "HttpUploadedFile",
			"HandlerInterceptor", "ControllerInterceptor", "WebMvcConfigurer", "ErrorController",
		},
		Types: []string{"HttpRequest", "HttpUploadedFile", "ResponseEntity", "HttpStatus"},
		Beans: []realm.Bean{{
			HostBean: manifest.HostBean{Name: "httpRequest", Type: "HttpRequest"},
			Make:     realm.MakeWith(func(r *Realm, _ string) (engine.Value, error) { return r.currentRequest(), nil }),
		}},
		Scripts: code,
		Share:   share,
		Install: func(r *realm.Realm) (any, error) {
			globals, err := realm.Part[*web.Realm](r)
			if err != nil {
				return nil, err
			}
			return install(r, where, names, globals), nil
		},
	}
}

// share returns the Go values that the scripts find in host.
func share(r *realm.Realm) map[string]any {
	return map[string]any{
		"statuses": statusList(r), "methods": r.Texts(manifest.Methods()), "uploadConstants": uploadConstants(r),
		"checkPattern": func(call goja.FunctionCall) goja.Value { return checkPattern(r, call) },
		"callerPlace":  func() *fault.Place { place := engine.CallerPlace(r.Runtime); return &place },
		"isFile":       func(call goja.FunctionCall) goja.Value { return isFile(r, call) },
		"formats":      map[string]any{"EVENTS": int(engine.Events)},
	}
}

// Realm is the HTTP API in one VM.
type Realm struct {
	*realm.Realm
	folders  folders.Folders
	names    pollution.Rule
	web      *web.Realm
	requests *realm.Class[*requestObject]
	uploads  *realm.Class[*uploadObject]

	// As they were before any user code ran.
	inner                     *goja.Object // InternalHttpRequest.prototype
	response, file, exception *goja.Object // the prototypes of ResponseEntity, what withFile makes, and HttpRestException
	bytes                     *goja.Object // the class Uint8Array
	merge                     goja.Callable
	entities                  *records.Layout // of ResponseEntity
}

var (
	_ engine.Supplier     = (*Realm)(nil)
	_ engine.Responses    = (*Realm)(nil)
	_ engine.Exceptions   = (*Realm)(nil)
	_ engine.Registrar    = (*Realm)(nil)
	_ engine.AnswerReader = (*Realm)(nil)
)

func install(in *realm.Realm, where folders.Folders, names pollution.Rule, globals *web.Realm) *Realm {
	r := &Realm{
		Realm: in, folders: where, names: names, web: globals, inner: in.Prototype("InternalHttpRequest"), response: in.Prototype("ResponseEntity"),
		file: in.Prototype("FileBody"), exception: in.Prototype("HttpRestException"), bytes: in.Runtime.Get("Uint8Array").(*goja.Object),
	}
	r.merge, _ = goja.AssertFunction(in.Shared("mergeResponse"))
	r.installEntity()
	r.installRequest()
	r.installUpload()
	return r
}

// Supply implements [engine.Supplier].
func (r *Realm) Supply(hostType string, subject any) (value engine.Value, ok bool, err error) {
	switch hostType {
	case "HttpRequest":
		request, ok := subject.(Request)
		if !ok {
			return nil, true, fmt.Errorf("a %T is not a request", subject)
		}
		return r.request(request), true, nil
	case "HttpUploadedFile":
		file, ok := subject.(UploadedFile)
		if !ok {
			return nil, true, fmt.Errorf("a %T is not an uploaded file", subject)
		}
		return r.uploadedFile(file), true, nil
	case "ResponseEntity":
		value, err = r.newEntity(r.Runtime.ToValue(subject), nil)
	case "HttpStatus":
		value, err = r.Call("HttpStatus", "of", r.Runtime.ToValue(subject))
	default:
		return nil, false, nil
	}
	return value, true, err
}
