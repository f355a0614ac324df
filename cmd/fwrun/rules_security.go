package main

func securityRules() []rule {
	return []rule{
		{
			"security-demand", "The security decorators of a class, a handler or a method contradict each other.",
			"Each class and each method has at most one of @RolesAllowed, @Authenticated, @PermitAll and @DenyAll; " +
				"a handler that takes a Principal has no @PermitAll; a method that only fwrun calls has none of them. " +
				"A method has @PreAuthorize and @PostAuthorize at most once each, and no @PostAuthorize if it is @Async.",
		},
		{
			"security-events", "A class extends SecurityEvents, but has no method record that can be called with an event.",
			"Write async record(event) { … } as a public method with one parameter.",
		},
		{
			"security-login-path", "A route has the path of a log-in or of the log-out.",
			"Give the route another path, or the provider in security.oidc another name.",
		},
		{
			"security-no-credentials", "A known caller is demanded, but nothing is configured that lets callers identify themselves.",
			"Configure security.jwt for tokens or security.api-keys for programs, or set security.session.enabled: true.",
		},
		{
			"security-finder", "The bean that identifies callers by their credentials is missing, exists twice, or cannot be called.",
			"With security.api-keys, one bean extends ApiKeys and has a public method find(key); with security.basic.enabled, one extends Users and has " +
				"find(name); with security.oidc, a class that extends OidcUsers is a bean and has find(provider, claims).",
		},
		{
			"security-finder-unasked", "A bean that identifies callers by their credentials is never called.",
			"Set security.api-keys, security.basic.enabled: true or security.oidc, or remove the bean.",
		},
		{
			"security-no-sessions", "A handler takes a Session, but sessions are turned off.",
			"Set security.session.enabled: true, or take a Session | null.",
		},
		{
			"security-unguarded", "A route, tool, resource or prompt is not guarded, in an application that guards others.",
			"Write @Authenticated or @RolesAllowed, or @PermitAll to let everybody in; " +
				"or add a rule for its path, or for that of the MCP endpoint, to security.rules.",
		},
	}
}
