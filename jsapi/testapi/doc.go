// Package testapi is the module "fwrun/test": what a test file can import.
//
// [Module] is installed into the VM of one application, together with a test file. The file's describe, it and hooks
// collect a list of [Test]s, which the test runner reads after the modules have run. Each [Function] is work for the
// engine. expect, fn and the rest are scripts, compiled once.
//
// Laws:
//   - Tests are collected before the beans are made, so that beans can be faked, and run when the application is ready.
//   - A failed expectation is located where the matcher was called, and has a [Mismatch] if there are two sides to
//     compare.
//   - A test leaves nothing for the next one except its effects on the application: spies are removed, and calls of
//     mocks are forgotten.
//
// Use:
//
//	module, err := testapi.New(testapi.Options{Send: send})
//	// boot an application with it
//	for _, test := range module.Tests() {
//		err := application.Do(ctx, 5*time.Second, test.Body)
//	}
package testapi
