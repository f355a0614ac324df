// Package effort measures what a function computes, whatever else the machine does meanwhile.
package effort
