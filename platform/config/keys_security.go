package config

// securityKeys are the keys of who is asking, and who may.
var securityKeys = []Key{
	{
		Name: "security.jwt[].issuer", Type: TypeText, Otherwise: "anything when not set",
		Doc: "issuer of the tokens: the value that their claim iss must have",
	},
	{Name: "security.jwt[].audience", Type: TypeList, Otherwise: "anything when not set", Doc: "values of the claim aud; a token must have one of them"},
	{Name: "security.jwt[].jwks-url", Type: TypeText, Doc: "URL of the keys that the issuer publishes"},
	{
		Name: "security.jwt[].secret", Type: TypeText, Secret: true,
		Doc: "secret that the issuer and the application share, of at least 32 bytes",
	},
	{
		Name: "security.jwt[].public-key", Type: TypeText, Secret: true, File: true,
		Doc: "PEM file of the key that tokens are verified with; relative to the application",
	},
	{
		Name: "security.jwt[].private-key", Type: TypeText, Secret: true, File: true,
		Doc: "PEM file of the key that tokens are signed with here; relative to the application",
	},
	{Name: "security.jwt[].key-id", Type: TypeText, Doc: "kid of tokens that are signed here"},
	{
		Name: "security.jwt[].algorithms", Type: TypeList, Otherwise: "those that fit the key when not set, and HS256 for a secret",
		Doc: "algorithms that are accepted, the first signs",
	},
	{Name: "security.jwt[].clock-skew", Type: TypeDuration, Default: "1m", Doc: "time by which clocks may differ"},
	{Name: "security.jwt[].lifetime", Type: TypeDuration, Default: "1h", Min: "1ms", Doc: "life of tokens that are signed here"},
	{
		Name: "security.jwt[].roles-claim", Type: TypeText, Default: "roles",
		Doc: "claim with the roles, by its name or as a path: realm_access.roles",
	},
	{
		Name: "security.api-keys.header", Type: TypeText, Default: "X-Api-Key", Apart: true,
		Doc: "header that API keys are sent in; with the section they are asked for",
	},
	{Name: "security.api-keys.cache", Type: TypeDuration, Default: "10s", Apart: true, Doc: "time for which the owner of a key is remembered"},
	{
		Name: "security.api-keys.limit.per-address", Type: TypeInt, Default: "50", Apart: true, Min: "0", Max: "10000",
		Doc: "number of unknown API keys from one address after which the address is locked out; 0 for no limit",
	},
	{
		Name: "security.api-keys.limit.within", Type: TypeDuration, Default: "15m", Apart: true, Min: "1ms",
		Doc: "time in which unknown keys are counted",
	},
	{
		Name: "security.api-keys.limit.lockout", Type: TypeDuration, Default: "15m", Apart: true, Min: "1ms",
		Doc: "time for which an address is locked out, except for keys that were valid within the last hour",
	},
	{
		Name: "security.basic.enabled", Type: TypeBool, Default: "false",
		Doc: "users send their names and passwords with requests (basic authentication)",
	},
	{
		Name: "security.basic.realm", Type: TypeText, Otherwise: "the name of the application when not set",
		Doc: "name that clients show when they ask for a password (realm)",
	},
	{
		Name: "security.basic.cache", Type: TypeDuration, Default: "10s",
		Doc: "time for which a correct password need not be checked again",
	},
	{
		Name: "security.session.enabled", Type: TypeBool, Default: "false",
		Doc: "keep sessions of clients, found by a cookie: in a datasource, or where cache.url says, or in the memory of the process",
	},
	{Name: "security.session.ttl", Type: TypeDuration, Default: "12h", Min: "1ms", Doc: "time after which a session ends"},
	{Name: "security.session.idle", Type: TypeDuration, Default: "30m", Min: "1ms", Doc: "time after which an unused session ends"},
	{
		Name: "security.session.secret", Type: TypeText, Secret: true, Otherwise: "a random one for each process when not set",
		Doc: "secret of 32 bytes or more that ids of sessions are signed with",
	},
	{
		Name: "security.session.datasource", Type: TypeText,
		Doc: "name of the datasource that keeps sessions, in the table fwrun_sessions: they outlive restarts; needs security.session.secret",
	},
	{Name: "security.session.cookie.name", Type: TypeText, Default: "SID", Doc: "name of the cookie"},
	{
		Name: "security.session.cookie.same-site", Type: TypeText, Default: "Lax", Choices: []string{"Strict", "Lax", "None"},
		Doc: "SameSite of the cookie: Strict, Lax or None",
	},
	{
		Name: "security.session.cookie.secure", Type: TypeText, Default: "auto", Choices: []string{"auto", "always", "never"},
		Doc: "send the cookie over encrypted connections only: auto (if the request came over one), always or never",
	},
	{
		Name: "security.csrf", Type: TypeText, Default: "auto", Choices: []string{"auto", "off"},
		Doc: "protection of sessions and passwords against requests that pages of other sites make browsers send: auto or off",
	},
	{
		Name: "security.login.limit.failures", Type: TypeInt, Default: "10", Min: "0", Max: "10000",
		Doc: "failed log-ins of one name, with the bean Logins or basic authentication, after which the name is locked out; 0 for no limit",
	},
	{
		Name: "security.login.limit.per-address", Type: TypeInt, Default: "50", Min: "0", Max: "10000",
		Doc: "failed log-ins of one address, whatever the names, after which the address is locked out; 0 for no limit",
	},
	{Name: "security.login.limit.within", Type: TypeDuration, Default: "15m", Min: "1ms", Doc: "time in which failures are counted"},
	{
		Name: "security.login.limit.lockout", Type: TypeDuration, Default: "15m", Min: "1ms",
		Doc: "time for which a name or an address is locked out",
	},
	{
		Name: "security.messages.secret", Type: TypeText, Secret: true,
		Doc: "secret of 32 bytes or more that protects the name of the sender in messages that are sent with identity: true",
	},
	{
		Name: "security.oidc.*.issuer", Type: TypeText,
		Doc: "URL of a provider of OpenID Connect with which people log in at /login/<name>, exactly as the provider writes it",
	},
	{Name: "security.oidc.*.client-id", Type: TypeText, Doc: "name of the application at the provider"},
	{
		Name: "security.oidc.*.client-secret", Type: TypeText, Secret: true,
		Doc: "secret of the application at the provider; not set for a client without one",
	},
	{
		Name: "security.oidc.*.scopes", Type: TypeList, Default: "openid, profile, email",
		Otherwise: "openid, profile and email when not set",
		Doc:       "scopes that the provider is asked for",
	},
	{
		Name: "security.oidc.*.name-claim", Type: TypeText, Default: "sub",
		Doc: "claim with the name of the user; the name of the provider is put before it: google:1234",
	},
	{
		Name: "security.oidc.*.roles-claim", Type: TypeText, Default: "roles",
		Doc: "claim with the roles, by its name or as a path: realm_access.roles",
	},
	{Name: "security.oidc.*.home", Type: TypeText, Default: "/", Doc: "path below the context path to which a log-in leads"},
	{
		Name: "security.oidc.*.redirect-uri", Type: TypeText, Otherwise: "made of the request when not set",
		Doc: "URL of /login/<name>/callback as the provider knows it",
	},
	{
		Name: "security.headers.enabled", Type: TypeText, Default: "auto", Apart: true, Choices: []string{"auto", "true", "false"},
		Otherwise: "auto, which is true if security.headers is there and nosniff alone if it is not, when not set",
		Doc:       "send headers that tell browsers what to protect their users from: true or false",
	},
	{
		Name: "security.headers.hsts", Type: TypeText, Default: "auto", Apart: true,
		Otherwise: "auto, which is max-age=31536000; includeSubDomains, when not set",
		Doc:       "Strict-Transport-Security, over encrypted connections: a value, or off",
	},
	{
		Name: "security.headers.frame", Type: TypeText, Default: "deny", Apart: true, Choices: []string{"deny", "sameorigin", "off"},
		Doc: "who may show pages in a frame: deny, sameorigin or off",
	},
	{
		Name: "security.headers.content-type", Type: TypeText, Default: "nosniff", Apart: true, Choices: []string{"nosniff", "off"},
		Doc: "X-Content-Type-Options: nosniff or off",
	},
	{
		Name: "security.headers.referrer", Type: TypeText, Default: "same-origin", Apart: true,
		Choices: []string{
			"same-origin", "no-referrer", "no-referrer-when-downgrade", "origin", "origin-when-cross-origin", "strict-origin",
			"strict-origin-when-cross-origin", "unsafe-url", "off",
		},
		Doc: "Referrer-Policy, or off",
	},
	{Name: "security.headers.csp", Type: TypeText, Default: "default-src 'self'", Apart: true, Doc: "Content-Security-Policy, or off"},
	{
		Name: "security.roles", Type: TypeMap,
		Doc:  "roles that include others: for each role a list of those that it includes",
		Each: []Key{{Type: TypeList}},
	},
	{
		Name: "security.rules[].path", Type: TypeText,
		Doc: "pattern of paths below the context path, in which * is a segment or a part of one, and ** at the end any rest; the first " +
			"rule that matches decides",
	},
	{Name: "security.rules[].methods", Type: TypeList, Otherwise: "all when not set", Doc: "HTTP methods that the rule is for"},
	{Name: "security.rules[].roles", Type: TypeList, Doc: "the caller needs one of these roles"},
	{Name: "security.rules[].scopes", Type: TypeList, Doc: "the caller needs one of these scopes, or one of the roles"},
	{Name: "security.rules[].authenticated", Type: TypeBool, Doc: "true allows every authenticated caller"},
	{Name: "security.rules[].permit", Type: TypeBool, Doc: "true allows everybody"},
	{Name: "security.rules[].deny", Type: TypeBool, Doc: "true refuses everybody"},
}
