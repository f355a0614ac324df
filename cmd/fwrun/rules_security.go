package main

func securityRules() []rule {
	return []rule{
		{
			"security-demand", "What is demanded of those who call a handler or a method contradicts itself.",
			"Each class and each method has at most one of @RolesAllowed, @Authenticated, @PermitAll and @DenyAll; a handler with a Principal is for those who are known. A method has @PreAuthorize and @PostAuthorize once, and without a result not the latter.",
		},
	}
}
