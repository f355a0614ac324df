package cdp

import (
	"encoding/json"
	"reflect"
)

// method is a command of the protocol.
type method struct {
	params reflect.Type
	do     func(s *session, params json.RawMessage, reply func(any, error))
}

// nothing are no parameters.
type nothing struct{}

// command is a command that is done at once.
func command[P any](do func(s *session, p *P) (any, error)) method {
	return method{reflect.TypeFor[P](), func(s *session, params json.RawMessage, reply func(any, error)) {
		p := new(P)
		if err := readParameters(params, p); err != nil {
			reply(nil, err)
			return
		}
		reply(do(s, p))
	}}
}

// question is a command that a worker answers: questions have a line of their own, in which they wait for the worker.
func question[P any](do func(s *session, p *P, reply func(any, error))) method {
	return method{reflect.TypeFor[P](), func(s *session, params json.RawMessage, reply func(any, error)) {
		p := new(P)
		if err := readParameters(params, p); err != nil {
			reply(nil, err)
			return
		}
		if s.values.add(func() { do(s, p, reply) }) > mostCommands {
			s.cut()
		}
	}}
}

// taken is a command that does nothing.
func taken[P any]() method {
	return command(func(*session, *P) (any, error) { return nil, nil })
}

// refused is a command that there is not, for a reason.
func refused(why string) method {
	return command(func(*session, *nothing) (any, error) { return nil, failed("%s", why) })
}

// methods are all commands.
var methods = listing(runtimeMethods, debuggerMethods, consoleMethods, takenMethods)

func listing(domains ...map[string]method) map[string]method {
	all := map[string]method{}
	for _, domain := range domains {
		for name, m := range domain {
			all[name] = m
		}
	}
	return all
}

// takenMethods are settings of domains that are not here.
var takenMethods = map[string]method{
	"Profiler.enable":                            taken[nothing](),
	"Profiler.disable":                           taken[nothing](),
	"Profiler.setSamplingInterval":               taken[nothing](),
	"Profiler.start":                             refused("profiles are taken by `fwrun profile`"),
	"Profiler.stop":                              refused("profiles are taken by `fwrun profile`"),
	"Profiler.startPreciseCoverage":              refused("coverage is counted by `fwrun test --coverage`"),
	"Profiler.stopPreciseCoverage":               taken[nothing](),
	"Profiler.takePreciseCoverage":               refused("coverage is counted by `fwrun test --coverage`"),
	"HeapProfiler.enable":                        taken[nothing](),
	"HeapProfiler.disable":                       taken[nothing](),
	"HeapProfiler.collectGarbage":                taken[nothing](),
	"HeapProfiler.takeHeapSnapshot":              refused("snapshots of the heap are taken by `fwrun profile`"),
	"HeapProfiler.startSampling":                 refused("profiles are taken by `fwrun profile`"),
	"Network.enable":                             taken[nothing](),
	"Network.disable":                            taken[nothing](),
	"Network.configureDurableMessages":           taken[nothing](),
	"Network.setAttachDebugStack":                taken[nothing](),
	"Network.setBlockedURLs":                     taken[nothing](),
	"Network.emulateNetworkConditionsByRule":     taken[nothing](),
	"Network.overrideNetworkState":               taken[nothing](),
	"NodeWorker.enable":                          taken[nothing](),
	"NodeWorker.disable":                         taken[nothing](),
	"NodeWorker.detach":                          taken[nothing](),
	"NodeRuntime.disable":                        taken[nothing](),
	"NodeRuntime.notifyWhenWaitingForDisconnect": taken[nothing](),
	"NodeRuntime.enable": command(func(s *session, _ *nothing) (any, error) {
		if s.server.o.Waiting() {
			s.event("NodeRuntime.waitingForDebugger", struct{}{})
		}
		return nil, nil
	}),
}
