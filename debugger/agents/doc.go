// Package agents is a debugger for coding agents: five calls instead of a wire.
//
// A [Desk] is one client of the debugger. It attaches with its first breakpoint, and leaves with its last. Laws:
//   - Answers are bounded: 20 breakpoints, 4 KiB for a value, 32 KiB for an answer; they say what is left off. Secrets are masked.
//   - A pause that nobody asks about for a minute resumes.
//   - Clients of the port take precedence: while one is attached, only it says how a worker goes on.
package agents
