// Package node has the modules of Node that packages of npm expect: node:fs, node:path, node:events and the others.
//
// A module is a part, as the globals of the web platform are (see package part): [Module] makes it in a VM when a script first imports
// it, and an application that imports none of them pays nothing. What has to do with bytes, files and clocks is written in Go, the classes
// around it in JavaScript, in the folder modules; events, streams and some others are packages of npm, from package bundled.
//
// Laws:
//   - The module system is the bundler's: `import` and `require` of a module of Node lead here, unless a package of the same name is installed.
//   - What cannot be had (servers, datagrams, processes, threads) can be imported, since packages import it and never use it, and throws when it is
//     used: an error with the code ERR_NOT_SUPPORTED that says what there is instead.
//   - The globals Buffer, process and global are there for packages that expect them, and are made when they are first read.
package node
