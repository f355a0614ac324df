// Package realmtest runs scripts against modules of "fwrun", for their tests.
package realmtest
