// Package release makes the files of a release: what people download, and what registries of packages take.
//
// [Make] builds fwrun for each platform and makes of each binary an archive with the manual pages and completions that the binary itself
// writes, a bill of materials, packages of npm, and packages of Linux; beside them the extension of VS Code, a formula of Homebrew, a manifest
// of Scoop, the script that installs, the section of the changelog, and the sums.
//
// Laws:
//   - The same commit makes the same bytes: whatever has a time has that of the commit, files are in order, and nothing of the machine is in
//     them. So anybody can check what was published.
//   - What has been changed and is not committed is in no release.
//   - Nothing is sent anywhere: .github/workflows/release.yml does that.
//
// The smallest use, from the root of the repository:
//
//	go -C tools run ./release/make -version v1.2.3 -platforms linux/amd64
package release
