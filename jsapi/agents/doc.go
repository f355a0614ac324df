// Package agents is what scripts use for calls by agents: McpToolContext, McpContent, McpToolInterceptor, and the
// exceptions of tools and resources.
package agents
