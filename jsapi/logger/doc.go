// Package logger is the class Logger: messages and fields of scripts become lines of a log.
//
// Law: nothing that a getter, a proxy or a circle in what is logged does can make logging fail, or a line endless.
package logger
