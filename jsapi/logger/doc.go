// Package logger is the class Logger: messages and fields of scripts become log records.
//
// Law: whatever a getter, a proxy or a cycle in a logged value does, logging does not fail, and a line has a limited
// length.
package logger
