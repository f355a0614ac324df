// Package testapi is the module "fwrun/test": what a test file can import.
//
// [Module] is installed into the VM of one application, together with a test file. The
// file's describe, it and hooks collect a list of [Test]s, which the runner reads
// when the modules have run; each [Function] is a piece of work for the engine. expect,
// fn and the rest are scripts, compiled once.
//
// Laws:
//   - Tests are collected before the beans are made, so a bean can be faked; and run when
//     the application stands.
//   - A failed expectation has its place where the matcher was called, and carries a
//     [Mismatch] when there are two sides to compare.
//   - Nothing of a test is left for the next one but what it did to the application: spies
//     are taken away, calls of mocks forgotten.
//
// Use:
//
//	module, err := testapi.New(testapi.Options{Send: send})
//	// boot an application with it
//	for _, test := range module.Tests() {
//		err := application.Do(ctx, 5*time.Second, test.Body)
//	}
package testapi
