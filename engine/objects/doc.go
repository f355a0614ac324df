// Package objects describes the values of one runtime to a debugger, in the words of V8's inspector, and evaluates expressions in it.
//
// [Objects] is what package debugger asks a worker for. Laws:
//   - To look changes nothing: no getter is called, and no trap of a proxy. Own properties are read by their descriptors, with functions of
//     the runtime that were taken before scripts could replace them; so [New] comes before the first script.
//   - What scripts do, they do within the bound that is handed in: an expression that throws, never ends or recurses for ever gives an
//     answer that was thrown.
//   - An expression is TypeScript, strict, and sees the variables of a frame by their names, private members included. It is compiled as an
//     input at the prompt is, see package console; what it declares is kept for the next one.
//   - A pure expression is rewritten to ask before each read, and refused if it could change something.
//
// It knows neither workers nor wires: frames, places and limits are functions that it is handed.
package objects
