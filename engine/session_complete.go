package engine

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/console"
	"github.com/fwrun/fwrun/engine/vm"
)

// Complete proposes completions for the end of a line. The names can replace the last part of the line, which is
// from bytes long. Getters are not called.
func (s *Session) Complete(ctx context.Context, line string) (from int, names []string) {
	const bound = time.Second // a trap of a Proxy may loop forever
	tail, ok := console.ReadTail(line)
	if !ok {
		return 0, nil
	}
	ctx, cancel := context.WithTimeout(ctx, bound)
	defer cancel()
	c := &completion{session: s, tail: tail}
	if s.do(ctx, c) != nil {
		return 0, nil
	}
	slices.Sort(c.names)
	return len(tail.Prefix), slices.Compact(c.names)
}

// completion looks members up on the VM.
type completion struct {
	session *Session
	tail    console.Tail
	names   []string
}

// members lists the members of the object at a path, without calling a getter. The members of Object.prototype are
// left out.
var members = sync.OnceValue(func() *goja.Program {
	return goja.MustCompile("fwrun:members", `((scope, path) => {
		const find = (object, name) => {
			for (let o = object; o !== null; o = Object.getPrototypeOf(o)) {
				const found = Object.getOwnPropertyDescriptor(o, name);
				if (found) return found.get ? undefined : found.value;
			}
		};
		const names = [];
		const add = (o) => names.push(...Object.getOwnPropertyNames(o));
		if (path.length === 0) {
			add(scope);
			add(globalThis);
			return names;
		}
		let at = path[0] in scope ? scope[path[0]] : globalThis[path[0]];
		for (const name of path.slice(1)) {
			if (at === undefined || at === null) return names;
			at = find(Object(at), name);
		}
		if (at === undefined || at === null) return names;
		for (let o = Object(at); o !== null && o !== Object.prototype; o = Object.getPrototypeOf(o)) add(o);
		return names;
	})`, true)
})

// Start implements vm.Work.
func (c *completion) Start(v *vm.VM) (Value, error) {
	c.session.enter(v)
	value, err := v.Runtime.RunProgram(members())
	if err != nil {
		return nil, err
	}
	call, ok := goja.AssertFunction(value)
	if !ok {
		return nil, fmt.Errorf("%s is not a function", value)
	}
	path := make([]any, len(c.tail.Path))
	for i, name := range c.tail.Path {
		path[i] = name
	}
	return call(goja.Undefined(), c.session.hand.scope, v.Runtime.NewArray(path...))
}

// Next implements vm.Work.
func (c *completion) Next(_ *vm.VM, result Value) (Value, error) {
	list := result.(*goja.Object)
	for _, key := range list.Keys() {
		if name := list.Get(key).String(); c.fits(name) {
			c.names = append(c.names, name)
		}
	}
	return nil, nil
}

// fits reports whether a name begins with the prefix. A name that is private by convention does not fit an empty
// prefix.
func (c *completion) fits(name string) bool {
	prefix := c.tail.Prefix
	hidden := strings.HasPrefix(name, "_") || name == "constructor" && len(c.tail.Path) > 0
	return strings.HasPrefix(name, prefix) && isIdentifier(name) && (!hidden || prefix != "")
}

// Fail implements vm.Work.
func (c *completion) Fail(_ *vm.VM, err error) error { return err }
