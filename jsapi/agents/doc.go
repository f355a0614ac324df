// Package agents is the classes that scripts use for calls by agents: McpToolContext, McpContent, McpToolInterceptor,
// and the exceptions of tools and resources.
package agents
