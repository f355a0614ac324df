// Package attack attacks a running fwrun in rounds: with bombs in its scripts, floods of requests, slow sockets, stops and kills. Beside
// each attack an honest client asks all the time, and what became of its requests says whether the attack was held.
//
// report, err := attack.Run(ctx, attack.Options{Binary: "bin/fwrun", Bombs: "tests/robust/testdata/bombs/api.ts", For: 10 * time.Minute, Size: 1,
// Slack: 1})
//
// The honest client comes from 127.0.0.2 and attackers from 127.0.0.3, so that they are two clients for the server. That and /proc take Linux.
package attack
