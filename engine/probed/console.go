package probed

import (
	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/debugger"
)

// consoleGroup is the group of the handles of what is written to the console.
const consoleGroup = "console"

// kinds are the methods of console that clients are told of.
var kinds = map[string]string{
	"log": "log", "info": "info", "warn": "warning", "error": "error", "debug": "debug", "trace": "trace", "dir": "dir", "table": "table",
	"assert": "assert",
}

// hearConsole lets clients hear what scripts write to the console.
func (w *worker) hearConsole() {
	console, _ := w.vm.Runtime.Get("console").(*goja.Object)
	if console == nil {
		return
	}
	for method, kind := range kinds {
		original := console.Get(method)
		write, ok := goja.AssertFunction(original)
		if !ok {
			continue
		}
		heard := w.vm.Runtime.ToValue(func(call goja.FunctionCall) goja.Value {
			if kind != "assert" || !call.Argument(0).ToBoolean() {
				w.log(kind, call.Arguments)
			}
			result, err := write(call.This, call.Arguments...)
			if err != nil {
				panic(err)
			}
			return result
		}).(*goja.Object)
		_ = heard.DefineDataProperty("name", original.(*goja.Object).Get("name"), goja.FLAG_TRUE, goja.FLAG_FALSE, goja.FLAG_FALSE)
		_ = console.Set(method, heard)
	}
}

func (w *worker) log(kind string, values []goja.Value) {
	d := w.generation.Debugger
	if d.Clients() == 0 {
		return
	}
	line := debugger.Line{Kind: kind, Worker: w.Number(), Frames: w.places(w.recorder.Frames())}
	for _, value := range values {
		line.Values = append(line.Values, w.objects.Describe(value, consoleGroup, true))
	}
	d.Log(line)
}

// uncaught reports to clients what leaves the scripts.
func (w *worker) uncaught(thrown goja.Value) {
	d := w.generation.Debugger
	if d.Clients() == 0 {
		return
	}
	frames := w.places(w.recorder.Origin(thrown))
	report := debugger.Thrown{Text: "Uncaught", Object: w.objects.Describe(thrown, consoleGroup, true), Frames: frames}
	if len(frames) > 0 {
		report.Location = frames[0].Location
	}
	d.Log(debugger.Line{Kind: "exception", Worker: w.Number(), Values: []debugger.Object{report.Object}, Thrown: &report, Frames: frames})
}
