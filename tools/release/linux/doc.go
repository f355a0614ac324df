// Package linux makes the packages of Linux: .deb, .rpm and .apk, with manual pages, completions and units of systemd.
//
// What is in a package is said here, as the configuration that nfpm reads; the program in the folder nfpm, a module of its own, writes the
// package of it.
//
// The units serve the folder /srv/<name> as the user <name>: fwrun@<name>.service is the one that docs/guide/operations.md describes, with
// the socket fwrun@<name>.socket for those that want one, and fwrun-health@<name>.timer, which asks `fwrun health`. None is enabled by an
// installation. Packages of Alpine have no units, since Alpine has no systemd.
package linux
