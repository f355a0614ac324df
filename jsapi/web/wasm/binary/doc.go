// Package binary reads modules of WebAssembly's binary format, and rewrites them to modules that can be stopped.
//
// [Parse] checks the structure of a module against limits, and lists its imports, exports and types. [Module.Rewrite] returns a
// module that does the same, with these differences:
//
//   - Functions and loops pay for what they do from a global of their own, and call the host when it is used up: so a module
//     that never ends can be stopped, and lets the collector of the process run.
//   - memory.grow asks the host, and table.grow asks it for leave.
//   - Import number i is named after its number, so that each of them may come from somewhere else.
//
// Whether the code is valid is decided when the result is compiled. Nothing that is invalid becomes valid by being rewritten:
// indices are checked against the original.
package binary
