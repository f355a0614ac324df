// Package coding tells coding agents about the application that they work on: the tools of `fwrun mcp --dev`.
//
// The tools are few, and say what the commands of fwrun say: mistakes with what mends them, routes, beans, settings, tests. Of the
// running application they tell the latest requests and the log, and they send it requests. [New] makes them for one that runs in
// this process; [Serve] answers an agent over stdio, with the tools of the server that runs already, or of an application of its own.
//
// Laws:
//   - What has changed on the disk holds: before a tool asks the application, it is reloaded if its files are newer. If they do
//     not build, the answer says so, and is that of the application as it was.
//   - A broken application breaks no tool that does not need it running.
//   - Lists are bounded, and say how much is left off. Secrets are masked.
package coding
