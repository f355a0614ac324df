// Package config loads an application's settings: application.yml, its profiles, property sources, the environment
// and flags become properties that know their origin.
//
// Later sources take precedence: documented defaults, config/application.yml, config/application-<profile>.yml in
// the order of the profiles, the sources listed under propertySources, environment variables, flags. Maps are
// merged key by key, lists are replaced as a whole. Keys have several spellings: users.pageSize, users.page-size
// and USERS_PAGE_SIZE are the same key. A key in quotes is one name even if it contains dots; in a path it is
// written in brackets, labels[app.kubernetes.io/name].
//
// Texts in the files may refer to other properties: ${key}, ${key:default}, $env.NAME as a whole value, and
// $env.NAME || ${key} || literal. A name in capitals that is not a key, ${NAME}, is that of a variable. Everything is
// resolved once, in Load. Values from the environment, a flag, a command or a properties, ini or dotenv file are
// literal.
//
// Every mistake is a [fault.Diagnostic] at its place in the file. A diagnostic, and the source line in it, never
// contains the value of a key that [IsSecret].
//
//	props, problems := config.Load(os.DirFS(folder), config.Options{Env: os.Environ()})
//	r := props.Reader()
//	port := r.Int("server.port")
//	wait := r.Duration("server.shutdown-timeout")
//	problems = append(problems, r.Problems()...)
//
// Properties are immutable after Load and safe for concurrent use.
package config
