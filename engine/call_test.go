package engine_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/archivetest"
	"github.com/fwrun/fwrun/engine/manifest"
)

// call is an Invocation with plain arguments whose result is taken as JSON.
type call struct {
	args   []any
	result string
}

func (c *call) Bind(s *engine.Scope) ([]engine.Value, error) {
	values := make([]engine.Value, len(c.args))
	for i, arg := range c.args {
		values[i] = s.Plain(arg)
	}
	return values, nil
}

func (c *call) Finish(s *engine.Scope, result engine.Value) error {
	if s.IsUndefined(result) {
		c.result = "undefined"
		return nil
	}
	if response, ok := s.Response(result); ok {
		c.result = fmt.Sprint(response.Status, " ")
		result = response.Body
	}
	text, err := s.AppendJSON([]byte(c.result), result)
	c.result = string(text)
	return err
}

// handler returns a handler's index by its name.
func handler(app *engine.Application, name string) int {
	return slices.IndexFunc(app.Manifest().Handlers, func(h *manifest.Handler) bool { return h.Name == name })
}

// invoke calls a handler by name.
func invoke(t testing.TB, app *engine.Application, name string, args ...any) (string, error) {
	t.Helper()
	index := handler(app, name)
	if index < 0 {
		return "", fmt.Errorf("there is no handler %s", name)
	}
	c := &call{args: args}
	err := runHandler(context.Background(), app, index, c)
	return c.result, err
}

// must is invoke for calls that must succeed.
func must(t testing.TB, app *engine.Application, name string, args ...any) string {
	t.Helper()
	result, err := invoke(t, app, name, args...)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return result
}

// outcome describes the outcome of a call, for an archive.
func outcome(result string, err error) string {
	if err == nil {
		return result
	}
	script, ok := errors.AsType[*engine.ScriptError](err)
	if !ok {
		return "error: " + err.Error()
	}
	text := "throws " + script.Error()
	if script.Status != 0 {
		text += fmt.Sprintf(" [%d]", script.Status)
	}
	if stack := script.Stack(); stack != "" {
		text += "\n" + stack
	}
	return text
}

// TestBoot boots the archives of testdata/boot and testdata/invoke and makes the calls that they list: each is a
// line "> Handler.name 1 "text"" with arguments in JSON, followed by the result.
func TestBoot(t *testing.T) {
	for _, a := range append(archives(t, "boot"), archives(t, "invoke")...) {
		t.Run(a.name(), func(t *testing.T) {
			t.Parallel()
			app := boot(t, a.options(t))
			calls, _ := a.part("calls")
			a.expect(t, "calls", replay(t, app, calls))
			if _, ok := a.part("manifest"); ok {
				a.expect(t, "manifest", describe(app.Manifest()))
			}
			if warnings := app.Warnings(); len(warnings) > 0 {
				a.expect(t, "report", reportOf(warnings))
			}
		})
	}
}

// replay makes the calls of a part and writes the outcome below each.
func replay(t *testing.T, app *engine.Application, calls string) string {
	t.Helper()
	var b strings.Builder
	for line := range strings.SplitSeq(calls, "\n") {
		command, ok := strings.CutPrefix(line, "> ")
		if !ok {
			continue
		}
		name, rest, _ := strings.Cut(command, " ")
		args := archivetest.FromJSON(t, "["+strings.Join(strings.Fields(rest), ",")+"]").([]any)
		fmt.Fprintf(&b, "%s\n%s\n", line, outcome(invoke(t, app, name, args...)))
	}
	return b.String()
}

// describe lists the beans and routes, one to a line.
func describe(m *manifest.Manifest) string {
	var b strings.Builder
	for _, bean := range m.Beans {
		if bean.Stereotype != manifest.Supplied {
			fmt.Fprintf(&b, "%s %s: %s at %s\n", strings.ToLower(string(bean.Stereotype)), bean.Name, bean.TypeName, bean.Place)
		}
	}
	for _, r := range m.Routes {
		methods := strings.Join(r.Methods, ",")
		if methods == "" {
			methods = "*"
		}
		h := m.Handlers[r.Handler]
		fmt.Fprintf(&b, "%s %s → %s(%s)\n", methods, r.Path, h.Name, parameters(h))
	}
	return b.String()
}

func parameters(h *manifest.Handler) string {
	var list []string
	for _, p := range h.Params {
		text := fmt.Sprintf("%s %s: %s", p.Origin, p.Key, p.Type.Name)
		if !p.Required {
			text += "?"
		}
		list = append(list, text)
	}
	return strings.Join(list, ", ")
}
