package node

import (
	"context"
	"encoding/json"
	"net"
	"strings"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi/web/part"
)

// nameFunctions are the functions in Go of node:dns.
func nameFunctions() func(r *part.Realm) map[string]part.Native {
	turns := newTurns()
	return func(r *part.Realm) map[string]part.Native { return namesIn(r, turns) }
}

func namesIn(r *part.Realm, turns turns) map[string]part.Native {
	return map[string]part.Native{"lookUp": func(call goja.FunctionCall) goja.Value {
		kind, name := call.Argument(0).String(), call.Argument(1).String()
		return r.VM.GoFor("dns", func(ctx context.Context) (vm.Result, error) {
			var found any
			err := turns.take(ctx, func() (err error) {
				found, err = lookUp(ctx, kind, name)
				return err
			})
			if err != nil {
				return nil, err
			}
			text, err := json.Marshal(found)
			return func(*goja.Runtime) (goja.Value, error) { return r.Runtime.ToValue(string(text)), nil }, err
		})
	}}
}

// lookUp asks the system's resolver for what a name has of a kind, in the shape that Node gives it.
func lookUp(ctx context.Context, kind, name string) (any, error) {
	resolver := net.DefaultResolver
	switch kind {
	case "MX":
		found, err := resolver.LookupMX(ctx, name)
		list := make([]map[string]any, len(found))
		for i, one := range found {
			list[i] = map[string]any{"exchange": plain(one.Host), "priority": one.Pref}
		}
		return list, err
	case "NS":
		found, err := resolver.LookupNS(ctx, name)
		list := make([]string, len(found))
		for i, one := range found {
			list[i] = plain(one.Host)
		}
		return list, err
	case "TXT":
		found, err := resolver.LookupTXT(ctx, name)
		list := make([][]string, len(found))
		for i, one := range found {
			list[i] = []string{one}
		}
		return list, err
	case "CNAME":
		found, err := resolver.LookupCNAME(ctx, name)
		return []string{plain(found)}, err
	case "PTR":
		found, err := resolver.LookupAddr(ctx, name)
		for i := range found {
			found[i] = plain(found[i])
		}
		return found, err
	case "SRV":
		_, found, err := resolver.LookupSRV(ctx, "", "", name)
		list := make([]map[string]any, len(found))
		for i, one := range found {
			list[i] = map[string]any{"name": plain(one.Target), "port": one.Port, "priority": one.Priority, "weight": one.Weight}
		}
		return list, err
	default:
		return resolver.LookupHost(ctx, name)
	}
}

// plain returns a name without the dot at its end.
func plain(name string) string { return strings.TrimSuffix(name, ".") }

// namesOffline are the same functions where nobody is asked.
func namesOffline(r *part.Realm) map[string]part.Native {
	return map[string]part.Native{"lookUp": func(call goja.FunctionCall) goja.Value {
		name := call.Argument(1).String()
		return r.VM.GoFor("dns", func(context.Context) (vm.Result, error) {
			return nil, &net.DNSError{Err: "names are not looked up while the application is only checked", Name: name}
		})
	}}
}
