// Package logins limits how often somebody may fail to log in, so that passwords cannot be guessed.
//
// Failures are counted by name and by address. Where there are too many within a time, the name or the address is locked out, and what it
// tries meanwhile is refused without a look at the password. An attempt counts from its begin, so that many at once do not get around it.
//
// A name is counted whether or not there is a user of that name: a lock-out does not show what users exist. The counters are in the memory of
// the process, and bounded: those of an attacker's many names take the places of each other, and never that of a lock-out.
package logins
