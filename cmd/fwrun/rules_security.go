package main

func securityRules() []rule {
	return []rule{
		{
			"security-demand", "What is demanded of those who call a handler or a method contradicts itself.",
			"Each class and each method has at most one of @RolesAllowed, @Authenticated, @PermitAll and @DenyAll; a handler with a Principal is for those who are known; a method that nobody calls but the application has none. A method has @PreAuthorize and @PostAuthorize once, and without a result not the latter.",
		},
		{
			"security-events", "A class extends SecurityEvents and has no method record that can be called with an event.",
			"Write async record(event) { … } as a public method with one parameter.",
		},
		{
			"security-login-path", "A route has the path of a log-in or of the log-out.",
			"Give the route another path, or the provider in security.oidc another name.",
		},
		{
			"security-no-credentials", "Somebody has to be known, and nobody can be.",
			"Configure security.jwt for tokens or security.api-keys for programs, or set security.session.enabled: true.",
		},
		{
			"security-finder", "The bean that says whose credentials are is missing, is there twice, or cannot be asked.",
			"With security.api-keys, one bean extends ApiKeys and has a public method find(key); with security.basic.enabled, one extends Users and has find(name); with security.oidc, a class that extends OidcUsers is a bean and has find(provider, claims).",
		},
		{
			"security-finder-unasked", "A bean that says whose credentials are is never asked.",
			"Set security.api-keys, security.basic.enabled: true or security.oidc, or remove the bean.",
		},
		{
			"security-no-sessions", "A handler takes a session, and there are none.",
			"Set security.session.enabled: true, or take a Session | null.",
		},
		{
			"security-unguarded", "Nothing says who may call a route, or use a tool, resource or prompt, in an application that says so of others.",
			"Write @Authenticated or @RolesAllowed, or @PermitAll if everybody is meant; or add a rule for its path, or for that of the MCP endpoint, to security.rules.",
		},
	}
}
