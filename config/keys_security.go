package config

// securityKeys returns the keys of who is asking, and who may.
func securityKeys() []keyEntry {
	return []keyEntry{
		{"security.jwt[].issuer", TypeText, "", "", "who issues the tokens: the claim iss has to be this; anything when not set"},
		{"security.jwt[].audience", TypeList, "", "", "the claim aud has to have one of these; anything when not set"},
		{"security.jwt[].jwks-url", TypeText, "", "", "URL of the keys that the issuer publishes"},
		{"security.jwt[].secret", TypeText, "", "", "secret that the issuer and the application share, of at least 32 bytes"},
		{"security.jwt[].public-key", TypeText, "", "", "PEM file of the key that tokens are verified with; relative to the application"},
		{"security.jwt[].private-key", TypeText, "", "", "PEM file of the key that tokens are signed with here; relative to the application"},
		{"security.jwt[].key-id", TypeText, "", "", "kid of tokens that are signed here"},
		{"security.jwt[].algorithms", TypeList, "", "", "algorithms that are accepted, the first signs; those that fit the key when not set, and HS256 for a secret"},
		{"security.jwt[].clock-skew", TypeDuration, "", "", "time by which clocks may differ; 1m when not set"},
		{"security.jwt[].lifetime", TypeDuration, "", "", "life of tokens that are signed here; 1h when not set"},
		{"security.jwt[].roles-claim", TypeText, "", "", "claim with the roles, by its name or as a path: realm_access.roles; roles when not set"},

		{"security.api-keys.header", TypeText, "", "", "header that API keys are sent in; with the section they are asked for; X-Api-Key when not set"},
		{"security.api-keys.cache", TypeDuration, "", "", "time for which it is known whose a key is; 10s when not set"},
		{"security.api-keys.limit.per-address", TypeInt, "", "", "API keys of one address that are nobody's, after which the address is locked out; 0 for no limit; 50 when not set"},
		{"security.api-keys.limit.within", TypeDuration, "", "", "time in which keys that are nobody's are counted; 15m when not set"},
		{"security.api-keys.limit.lockout", TypeDuration, "", "", "time for which an address is locked out, but for keys that were good within the last hour; 15m when not set"},

		{"security.basic.enabled", TypeBool, "false", "", "users send their names and passwords with requests (basic authentication)"},
		{"security.basic.realm", TypeText, "", "", "what clients are told that a password is for; the name of the application when not set"},
		{"security.basic.cache", TypeDuration, "10s", "", "time for which a password that was good need not be checked again"},

		{"security.session.enabled", TypeBool, "false", "", "keep sessions of clients, found by a cookie: in a datasource, or where cache.url says, or in the memory of the process"},
		{"security.session.ttl", TypeDuration, "12h", "", "time after which a session ends"},
		{"security.session.idle", TypeDuration, "30m", "", "time after which a session ends that is not used"},
		{"security.session.secret", TypeText, "", "", "secret of 32 bytes or more that ids of sessions are signed with; one of the process's own when not set"},
		{"security.session.datasource", TypeText, "", "", "name of the datasource that keeps sessions, in the table fwrun_sessions: they outlive restarts; needs security.session.secret"},
		{"security.session.cookie.name", TypeText, "SID", "", "name of the cookie"},
		{"security.session.cookie.same-site", TypeText, "Lax", "", "SameSite of the cookie: Strict, Lax or None"},
		{"security.session.cookie.secure", TypeText, "auto", "", "send the cookie over encrypted connections only: auto (if the request came over one), always or never"},
		{"security.csrf", TypeText, "auto", "", "protection of sessions and passwords against requests that pages of other sites make browsers send: auto or off"},

		{"security.login.limit.failures", TypeInt, "10", "", "failed log-ins of one name, with the bean Logins or basic authentication, after which the name is locked out; 0 for no limit"},
		{"security.login.limit.per-address", TypeInt, "50", "", "failed log-ins of one address, whatever the names, after which the address is locked out; 0 for no limit"},
		{"security.login.limit.within", TypeDuration, "15m", "", "time in which failures are counted"},
		{"security.login.limit.lockout", TypeDuration, "15m", "", "time for which a name or an address is locked out"},

		{"security.messages.secret", TypeText, "", "", "secret of 32 bytes or more with which messages say who has sent them, if they are sent with identity: true"},

		{"security.oidc.*.issuer", TypeText, "", "", "URL of a provider of OpenID Connect with which people log in at /login/<name>, exactly as the provider writes it"},
		{"security.oidc.*.client-id", TypeText, "", "", "name of the application at the provider"},
		{"security.oidc.*.client-secret", TypeText, "", "", "secret of the application at the provider; not set for a client without one"},
		{"security.oidc.*.scopes", TypeList, "", "", "what the provider is asked to tell; openid, profile and email when not set"},
		{"security.oidc.*.name-claim", TypeText, "", "", "claim with the name of who logs in, before which that of the provider is put: google:1234; sub when not set"},
		{"security.oidc.*.roles-claim", TypeText, "", "", "claim with the roles, by its name or as a path: realm_access.roles; roles when not set"},
		{"security.oidc.*.home", TypeText, "", "", "path below the context path to which a log-in leads; / when not set"},
		{"security.oidc.*.redirect-uri", TypeText, "", "", "URL of /login/<name>/callback as the provider knows it; made of the request when not set"},

		{"security.headers.enabled", TypeText, "", "", "send headers that tell browsers what to protect their users from: true or false; auto, which is true if security.headers is there and nosniff alone if it is not, when not set"},
		{"security.headers.hsts", TypeText, "", "", "Strict-Transport-Security, over encrypted connections: a value, or off; auto, which is max-age=31536000; includeSubDomains, when not set"},
		{"security.headers.frame", TypeText, "", "", "who may show pages in a frame: deny, sameorigin or off; deny when not set"},
		{"security.headers.content-type", TypeText, "", "", "X-Content-Type-Options: nosniff or off; nosniff when not set"},
		{"security.headers.referrer", TypeText, "", "", "Referrer-Policy, or off; same-origin when not set"},
		{"security.headers.csp", TypeText, "", "", "Content-Security-Policy, or off; default-src 'self' when not set"},

		{"security.roles", TypeMap, "", "", "roles that include others: for each role a list of those that it includes"},
		{"security.rules[].path", TypeText, "", "", "pattern of paths below the context path, in which * is a segment or a part of one, and ** at the end any rest; the first rule that matches decides"},
		{"security.rules[].methods", TypeList, "", "", "HTTP methods that the rule is for; all when not set"},
		{"security.rules[].roles", TypeList, "", "", "roles of which one is demanded"},
		{"security.rules[].scopes", TypeList, "", "", "scopes of which one is demanded, or one of the roles"},
		{"security.rules[].authenticated", TypeBool, "", "", "true demands to be known"},
		{"security.rules[].permit", TypeBool, "", "", "true demands nothing"},
		{"security.rules[].deny", TypeBool, "", "", "true refuses everybody"},
	}
}
