// Package intl has the global Intl for scripts, as ECMA-402 has it, and the methods of built-ins that write for a locale, such as
// Number.prototype.toLocaleString.
//
// [Part] has the classes, in the folder classes. They read and check options; what they say is done by the packages below this one,
// which know no scripts. [Install] puts methods into the prototypes of built-ins: the plainest calls are answered at once, all others run
// the part when they are first made.
//
// Formatters in Go are kept for all VMs, by their options; there is a limit to how many.
package intl
