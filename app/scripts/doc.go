// Package scripts reads which files are the scripts of an application, and what these may reach of the machine: folders, variables of the
// environment, memory for WebAssembly.
package scripts
