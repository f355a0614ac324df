// Package environment is the class Environment, with which scripts read the configuration.
package environment
