// Package agents finds what agents can use: tools with the schemas of their arguments and
// results, resources and prompts.
package agents
