// Package site makes static pages of the documentation: of docs, README.md, CHANGELOG.md and a few more.
//
// [Build] makes all files of the site, in memory, and [Write] writes them to a folder. The pages of the guide are in the order of
// docs/guide/README.md. The files can be served by any server of files, below any path, and opened without one.
//
// Laws:
//   - A link that leads nowhere, within the pages or to a file of the repository, is an error, with the line that it is in.
//   - Pages hold no script and no style, only files of their own, so that a strict Content-Security-Policy holds, which each page states.
//   - Nothing is fetched from elsewhere, neither to make the site nor to read it. Search works without a server.
//   - The same sources make the same bytes.
//   - A page can be read without scripts.
//
// The smallest use, from the root of the repository:
//
//	go -C tools run ./site/make -o folder
package site
