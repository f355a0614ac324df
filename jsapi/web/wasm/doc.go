// Package wasm gives scripts the namespace WebAssembly, on wazero.
//
// Its classes are JavaScript, in the scripts of this folder; what they do is done here. All VMs of the process share one wazero runtime
// and a bounded cache of compiled modules: a module that 32 VMs use is compiled once, on a goroutine of its own. Instances belong to the
// VM that made them.
//
// Laws:
//   - What is compiled is not what the script gave, but what [binary.Module.Rewrite] makes of it. So a loop is stopped as one of
//     a script is: functions and loops ask [vm.VM.Interrupted] every few microseconds.
//   - Memories are Go's memory. They count into the limit of the process's heap, and each of them, and all of a VM's, are bounded
//     before they are made or grow. The ArrayBuffer of a memory is a view of it, and is detached when the memory grows.
//   - wazero keeps instances until they are closed. They are taken from its list at once (see inside.go), so the collector
//     frees those that no script can reach.
//   - A value that a script throws passes through modules as it is.
//   - Two faults of wazero are worked around: LookupFunction reads wrong memory for functions of the host in a table, and element
//     segments that are out of bounds are ignored.
//
// Not offered: exception handling (wazero copies the stack at each try), threads, several memories and 64-bit ones, garbage
// collected types. A module that uses them does not compile.
package wasm
