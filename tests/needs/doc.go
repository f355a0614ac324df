// Package needs finds the programs that tests run. Where one is not installed, the test is skipped, in a form of which
// tests/run makes one list with the line that installs what is missing; with FWRUN_REQUIRE=1 it fails, as in CI.
package needs
