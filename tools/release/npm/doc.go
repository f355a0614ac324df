// Package npm makes the packages of npm: fwrun, which everybody depends on, one for each platform with the binary, and create-fwrun.
//
//   - The package fwrun has the typings, so that editors resolve imports of "fwrun", and each platform's package as an optional dependency of
//     exactly its version: npm installs the one whose "os" and "cpu" fit, and takes no harm from those that it cannot have.
//   - Its command is a script for Node, fwrun/launcher.js, which runs the binary. Where npm runs install scripts, install.js puts the binary in
//     the place of that script, and Node has no part in it any more.
//   - create-fwrun is `fwrun new`, and a package.json beside it.
//
// The folders fwrun and create hold the files as they are published; the binaries, versions and the list of platforms are added here.
package npm
