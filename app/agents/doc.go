// Package agents is what an application offers to agents: the settings of the MCP endpoint, and how it is mounted.
package agents
