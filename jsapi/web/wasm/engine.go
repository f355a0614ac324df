package wasm

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"github.com/fwrun/fwrun/jsapi/web/wasm/binary"
)

// features are those of WebAssembly 2.0, and what compilers use besides by default.
const features = api.CoreFeaturesV2 | experimental.CoreFeaturesExtendedConst | experimental.CoreFeaturesTailCall

// engine is what all VMs of the process share. It is made when the first of them needs it.
type engine struct {
	runtime wazero.Runtime
	host    api.Module // the functions that rewritten modules call
	modules modules
}

var process = sync.OnceValues(newEngine)

// newEngine makes the runtime: with the compiler where wazero has one for the machine, otherwise with its interpreter.
func newEngine() (*engine, error) { return newEngineWith(wazero.NewRuntimeConfig()) }

func newEngineWith(config wazero.RuntimeConfig) (*engine, error) {
	ctx := context.Background()
	e := &engine{runtime: wazero.NewRuntimeWithConfig(ctx, config.WithCoreFeatures(features).WithDebugInfoEnabled(false))}
	e.modules.init()
	host := e.runtime.NewHostModuleBuilder(binary.HostModule)
	i32 := []api.ValueType{api.ValueTypeI32}
	for n, fn := range []struct {
		run    api.GoModuleFunc
		params []api.ValueType
	}{{tick, nil}, {grow, i32}, {allow, i32}} {
		host.NewFunctionBuilder().WithGoModuleFunction(fn.run, fn.params, i32).Export(binary.HostNames[n])
	}
	var err error
	if e.host, err = host.Instantiate(ctx); err != nil {
		return nil, err
	}
	e.host = inside(e.host).Addr().Interface().(api.Module)
	return e, nil
}

// build compiles a module, without the cache. A panic of the compiler becomes an error.
func (e *engine) build(data []byte) (m *compiled, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the module cannot be compiled: %v", p)
		}
	}()
	parsed, err := binary.Parse(data)
	if err != nil {
		return nil, err
	}
	rewritten, err := parsed.Rewrite()
	if err != nil {
		return nil, err
	}
	code, err := e.runtime.CompileModule(context.Background(), rewritten)
	if err != nil {
		return nil, err
	}
	parsed.Forget()
	m = &compiled{Module: parsed, code: code}
	if parsed.Imported(binary.Func) > 0 {
		m.shim, err = e.newShim(parsed)
	}
	return m, err
}

// make instantiates a module; name is empty for all but those of the host. The instance is garbage once nothing refers to it.
func (e *engine) make(ctx context.Context, code wazero.CompiledModule) (mod api.Module, err error) {
	defer func() {
		if p := recover(); p != nil {
			mod, err = nil, recovered(p)
		}
	}()
	mod, err = e.runtime.InstantiateModule(ctx, code, wazero.NewModuleConfig().WithName("").WithStartFunctions())
	if err != nil {
		return nil, err
	}
	release(mod)
	return mod, nil
}

// makeOne instantiates a module that the host has written, and that is used once.
func (e *engine) makeOne(data []byte) (api.Module, error) {
	ctx := context.Background()
	code, err := e.runtime.CompileModule(ctx, data)
	if err != nil {
		return nil, err
	}
	defer func() { _ = code.Close(ctx) }()
	return e.make(ctx, code)
}

// steps is what a module may spend until it asks again: some microseconds' worth.
const steps = 10_000

// tick is called by modules that have spent what they had.
func tick(ctx context.Context, _ api.Module, stack []uint64) {
	if realmOf(ctx).VM.Interrupted() {
		panic(errStopped)
	}
	stack[0] = steps
}

// errStopped ends a module's run that has been interrupted.
var errStopped = errors.New("interrupted")

// running is the context of all calls into modules of one VM.
type running struct {
	context.Context
	realm *realm
}

type realmKey struct{}

// Value returns the realm, and nothing else: a call must not depend on the caller's context.
func (c *running) Value(key any) any {
	if _, ok := key.(realmKey); ok {
		return c.realm
	}
	return nil
}

func realmOf(ctx context.Context) *realm {
	if c, ok := ctx.(*running); ok {
		return c.realm
	}
	return ctx.Value(realmKey{}).(*realm)
}
