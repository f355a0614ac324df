// Package agents finds what an application offers to agents: tools with the schemas of their arguments and
// results, resources and prompts.
package agents
