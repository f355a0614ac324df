// Package realm is what the modules of "fwrun" share in one VM.
//
// A [Module] is one capability: a folder below jsapi, with its scripts, the names they export, its beans, and its
// part in each VM. Package jsapi lists the modules. A [Realm] is "fwrun" in one VM: the exports, the values that the
// scripts of the modules share, and the way host functions throw. A [Class] is a class of "fwrun" whose objects have
// a Go value behind them.
//
// The laws:
//   - A realm takes the built-ins that it needs before any script of the application runs.
//   - A module finds the part of another module in the same VM with [Part], by its type or by an interface that it
//     implements. The other module comes earlier in the list.
package realm
