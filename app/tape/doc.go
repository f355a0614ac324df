// Package tape stands between an application and what it asks of its host: it records what was asked and answered, or answers from a
// recording.
//
// A [Recorder] wraps what the modules of "fwrun" are handed: databases, transports, caches, locks, senders of messages, the clock and
// chance. What they do for a call whose context has a [replay.Tape] is added to it; everything else goes through them as if they were not
// there. The functions named Played wrap the same for a [replay.Player]: what is asked for a call that has one never reaches what is
// behind them.
//
// Its law: secrets are masked before a recording is kept. Until the request has ended its tape has them, and it is dropped whole.
package tape
