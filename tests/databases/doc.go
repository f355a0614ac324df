// Package databases starts PostgreSQL, MariaDB and other servers for tests, and finds those that a run of tests shares.
//
// tests/run starts one server of each kind before the tests are compiled, and names a folder in FWRUN_TEST_SERVERS. Each
// server leaves its address there once it can be used; [Shared] waits for it. Without such a folder, as under a plain
// go test, a test starts a server of its own.
package databases
