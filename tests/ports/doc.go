// Package ports finds TCP ports of loopback for servers that take one by number.
package ports
