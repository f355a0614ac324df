// Package engine turns a folder of scripts into identical VMs and a manifest, and
// invokes one handler at a time.
//
// [Boot] reads and compiles the application, runs it once in a loader VM whose
// decorators leave declarations behind, checks them into a frozen manifest, and fills
// a pool of VMs that each hold the same beans. [Application.Run] is the one way in
// afterwards, whatever the edge: steps that are taken on a VM.
//
// What scripts can import is not known here: an [API] supplies it, as a [Realm] in each VM. The parts
// of a realm that can do something for the engine, such as to read a response, are found when the VM
// is made: see [Responses], [Supplier] and the interfaces beside them.
//
// Laws: values of a VM never leave it; bind and finish run on the VM and nowhere else;
// nothing is looked up by name once booted.
package engine
