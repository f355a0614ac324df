// Package environment is the class Environment: what scripts may ask of the configuration.
package environment
