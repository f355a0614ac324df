// Package engine turns a folder of scripts into identical VMs and a manifest, and
// invokes one handler at a time.
//
// [Boot] reads and compiles the application, runs it once in a loader VM whose
// decorators leave declarations behind, checks them into a frozen manifest, and fills
// a pool of VMs that each hold the same beans. [Application.Invoke] is the one way in
// afterwards, whatever the edge: a handler's index, arguments bound on the VM, and the
// result taken on the VM.
//
// What scripts can import is not known here: an [API] supplies it.
//
// Laws: values of a VM never leave it; bind and finish run on the VM and nowhere else;
// nothing is looked up by name once booted.
package engine
