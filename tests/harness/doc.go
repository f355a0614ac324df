// Package harness runs the real binary for whole-program tests, and has what their areas share.
//
// The binary is built once for all areas. Each area is a package beside this one, whose TestMain calls [Main]. A test
// that starts a process waits for a condition, with [Eventually] or for a line of the log, and never sleeps.
//
// Paths are relative to the folder of an area, such as tests/http: "../../docs" are the documents.
package harness
