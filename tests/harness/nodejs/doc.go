// Package nodejs runs npm and the TypeScript compiler for tests.
package nodejs
