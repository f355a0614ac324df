// Package memory finds out how much memory the process may use, and shares it out. It reads what the system says of the machine and of
// control groups.
package memory
