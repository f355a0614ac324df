// Package bundled has the packages of npm that parts of fwrun are made of, each as one script.
//
// What the web platform or Node specify in JavaScript, well-kept packages have implemented in JavaScript. They
// are dependencies, as modules of Go are: package.json pins their versions, and packages.json names the scripts. The command make
// fetches them and writes the folder dist, with the licences of all that went in:
//
//	go run ./jsapi/bundled/make
//
// Nobody edits dist. The result is in the repository, since `go install` runs no generators; a test makes it again and compares.
//
// A script is the body of a CommonJS module: [Load] runs it in a VM and returns what it exports. It is compiled once for all VMs,
// when the first of them loads it.
package bundled
