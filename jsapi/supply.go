package jsapi

import (
	"fmt"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/jsapi/web"
)

// Show implements [engine.Runtime].
func (r *runtime) Show(value engine.Value, how engine.Look) string {
	return web.Show(r.vm, value, web.Look{Colour: how.Colour, Width: how.Width})
}

// Bean implements [engine.Runtime].
func (r *runtime) Bean(name string) (engine.Value, error) {
	if name == loggerBean {
		return r.logger(r.api.options.Loggers("logger"), "logger"), nil
	}
	for _, d := range r.api.options.Databases {
		if name == d.Name+"-template" {
			return r.template(d.Database), nil
		}
		if name == d.Name {
			return r.dataSource(d), nil
		}
		if name == d.Name+"-txn" {
			return r.transactionTemplate(d.Database), nil
		}
	}
	switch name {
	case "applicationContext":
		return r.rt.CreateObject(r.prototype("ApplicationContext")), nil
	case requestBean:
		return r.currentRequest(), nil
	case "cacheManager":
		return r.cacheManager(), nil
	case "lockManager":
		return r.lockManager(), nil
	case environmentBean:
		return r.environment(), nil
	}
	for _, c := range r.api.options.Clients {
		if name == c.Bean {
			return r.httpClient(c)
		}
	}
	return nil, fmt.Errorf("there is no host bean %q", name)
}

// BeanFor implements [engine.Runtime].
func (r *runtime) BeanFor(name, asker string) (engine.Value, error) {
	if name != loggerBean {
		return nil, fmt.Errorf("there is no host bean %q for each who asks", name)
	}
	return r.logger(r.api.options.Loggers(asker), asker), nil
}

// Supply implements [engine.Runtime].
func (r *runtime) Supply(hostType string, subject any) (engine.Value, error) {
	switch hostType {
	case "HttpRequest":
		request, ok := subject.(Request)
		if !ok {
			return nil, fmt.Errorf("a %T is no request", subject)
		}
		return r.request(request), nil
	case "McpToolContext":
		call, ok := subject.(ToolCall)
		if !ok {
			return nil, fmt.Errorf("a %T is no tool call", subject)
		}
		return r.toolContext(call), nil
	case "HttpUploadedFile":
		file, ok := subject.(UploadedFile)
		if !ok {
			return nil, fmt.Errorf("a %T is no uploaded file", subject)
		}
		return r.uploadedFile(file), nil
	case "ResponseEntity":
		return r.rt.New(r.responseEntity, r.rt.ToValue(subject))
	case "HttpStatus":
		return r.call("HttpStatus", "of", r.rt.ToValue(subject))
	}
	return nil, fmt.Errorf("the host has no %s to supply", hostType)
}
