// Package engine turns a folder of scripts into identical VMs and a manifest, and invokes one handler at a time.
//
// [Boot] reads and compiles the application, runs it once in a loader VM whose decorators record declarations,
// checks them into a frozen manifest, and fills a pool of VMs that each hold the same beans. [Application.Run] is
// then the only way in, whatever the edge: it takes steps on a VM.
//
// The order of [Boot]: the files are listed and read (bundle.Scan, source.ReadAll) and compiled to one program, an async function
// (fwrun, register), unless the cache has it; the program runs in the first VM, where decorators leave records and register says which
// exported class is which, by identity and never by name; build.Build joins the records with the source and returns all mistakes at
// once; what the reader of sources says is held against the live functions, so that an error of the reader is an error of the start;
// then beans are made and the pool takes the VM. Every further VM runs the same program and must declare the same.
//
// The engine does not know what scripts can import: an [API] supplies it, as a [Realm] in each VM. The parts of a
// realm that can do something for the engine, such as reading a response, are found when the VM is made: see
// [Responses], [Supplier] and the interfaces beside them.
//
// Laws: values of a VM never leave it; bind and finish run on the VM and nowhere else; nothing is looked up by
// name after the boot.
package engine
