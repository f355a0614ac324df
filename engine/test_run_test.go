package engine_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/platform/fault"
)

// testModule lets a test file fake beans, and stores the scope.
type testModule struct{ scope *engine.Scope }

func (m *testModule) Name() string      { return "fwrun/test" }
func (m *testModule) Exports() []string { return []string{"fake"} }

func (m *testModule) Install(s *engine.Scope) (*goja.Object, error) {
	m.scope = s
	exports := s.VM.Runtime.NewObject()
	return exports, exports.Set("fake", func(call goja.FunctionCall) goja.Value {
		if err := s.Fake(call.Argument(0), call.Argument(1), s.ErrorOf(call.Argument(2))); err != nil {
			panic(s.VM.ErrorValue(err))
		}
		return goja.Undefined()
	})
}

// task is a script of a test: a function of a bean, given by its name or its class.
type task struct {
	wanted string
	script string
	text   string
}

func (w *task) Start(s *engine.Scope) (engine.Value, error) {
	bean, err := s.Bean(s.String(w.wanted))
	if err != nil {
		return nil, err
	}
	function, err := s.VM.Runtime.RunString(w.script)
	if err != nil {
		return nil, err
	}
	call, _ := goja.AssertFunction(function)
	return call(goja.Undefined(), bean)
}

func (w *task) Finish(_ *engine.Scope, result engine.Value) error {
	w.text = result.String()
	return nil
}

const withBeans = `
import { Autowired, PostConstruct, QueueListener, Service } from "fwrun";
export interface Sender { send(): string }
@Service export class Mailer implements Sender { @PostConstruct connect() { throw new Error("no server"); } send() { return "sent";
  } @QueueListener("mails") handle(mail) {} }
@Service("other") export class Other implements Sender { send() { return "other"; } }
@Service export class News { constructor(private mailer: Mailer) {} tell() { return this.mailer.send(); } }
export class Plain {}
`

// bootTest boots the beans together with a test file.
func bootTest(t *testing.T, test string) (*engine.Application, *testModule, error) {
	t.Helper()
	folder, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"beans.ts": withBeans, "beans.test.ts": test} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	module := &testModule{}
	app, err := engine.Boot(t.Context(), engine.Options{
		Folder: folder, API: newFakeAPI(), Test: "beans.test.ts", Modules: []engine.Module{module},
		Expand: func(text string, _ fault.Place) (any, bool, *fault.Diagnostic) { return text, false, nil },
		Stray:  func(context.Context, error) {},
	})
	if err == nil {
		t.Cleanup(func() { app.Close(context.Background()) })
	}
	return app, module, err
}

func TestFakesTakeTheBeansPlace(t *testing.T) {
	app, module, err := bootTest(t, `
		import { fake } from "fwrun/test";
		import { Mailer } from "./beans";
		fake(Mailer, { send: () => "the first" }, new Error());
		fake(Mailer, { send: () => "faked" }, new Error());
		fake("clock", 5, new Error());`)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range []task{
		{wanted: "news", script: `(news) => news.tell()`, text: "faked"},
		{wanted: "other", script: `async (other) => other.send()`, text: "other"},
		{wanted: "clock", script: `(clock) => clock + 1`, text: "6"},
	} {
		want := w.text
		if err := app.Do(t.Context(), time.Second, &w); err != nil || w.text != want {
			t.Errorf("%s: got %s, %v", w.wanted, w.text, err)
		}
	}
	if err := app.RunListener(t.Context(), time.Second, 0, []engine.Delivery{{Body: []byte("1")}}); err == nil ||
		err.Error() != "the fake has no method for Mailer.handle" {
		t.Errorf("a listener that the fake does not have: %v", err)
	}
	if err := app.Do(t.Context(), time.Second, &task{wanted: "newz"}); err == nil || !strings.Contains(err.Error(), `there is no bean "newz"`) {
		t.Errorf("a misspelt bean: %v", err)
	}
	err = app.Do(t.Context(), 10*time.Millisecond, &task{wanted: "news", script: `() => new Promise(() => {})`})
	if !errors.Is(err, vm.ErrHandlerTimeout) {
		t.Errorf("a promise that is never settled: %v", err)
	}
	if err := module.scope.Fake(module.scope.String("news"), nil, nil); fault.KindOf(err) != fault.Invalid {
		t.Errorf("a fake that is late: %v", err)
	}
}

func TestFakesOfNobodyAreReported(t *testing.T) {
	for test, want := range map[string]string{
		`fake("mailr", 1, new Error());`:         `there is no bean "mailr"`,
		`fake(Plain, {}, new Error());`:          `there is no bean of the type Plain`,
		`fake(class Local {}, {}, new Error());`: `Local is not an exported class of the application`,
		`fake({}, {}, new Error());`:             `an object is not an exported class of the application`,
		`fake(Store, {}, new Error());`:          `2 beans have the type Store: "mainStore", "spareStore"`,
	} {
		_, _, err := bootTest(t, `import { fake } from "fwrun/test"; import { Plain } from "./beans"; `+"\n"+`import { Store } from "fwrun"; `+test)
		list, ok := errors.AsType[fault.List](err)
		if !ok || len(list) == 0 || list[0].Message != want || list[0].Place.File != "beans.test.ts" || list[0].Hint == "" {
			t.Errorf("%s: got %v", test, err)
		}
	}
}
