// Package probed makes the VMs of an application with probes the workers of a debugger: it says where they are and what can be named there,
// in the terms of package debugger.
//
// A [Generation] is one application. Its Attach is for engine.Instrumentation: it is called on each VM before a module runs there.
package probed
