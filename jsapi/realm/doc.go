// Package realm is what the modules of "fwrun" have in common in one VM.
//
// A [Module] is one capability: a folder below jsapi, with its scripts, what they export, its beans, and the part of
// it that each VM has. Package jsapi lists the modules. A [Realm] is all of it in one VM: the exports, what the scripts
// of the modules share, and how host functions throw. A [Class] is a class of "fwrun" whose objects have a Go value
// behind them.
//
// Laws:
//   - What a realm needs of the VM's built-ins is taken before any script of the application runs.
//   - A module reaches another one in the same VM with [Part], by its type or by an interface that it satisfies; the
//     other one comes earlier in the listing.
package realm
