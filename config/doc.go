// Package config reads an application's settings: application.yml, its profiles,
// property sources, the environment and flags become properties that know their origin.
//
// Later sources win: documented defaults, config/application.yml,
// config/application-<profile>.yml in the order of the profiles, the sources listed
// under propertySources, environment variables, flags. Maps merge key by key, lists are replaced whole. Keys match
// relaxed: users.pageSize, users.page-size and USERS_PAGE_SIZE are one key. A key
// written in quotes is one name even when it has dots in it; in a path it stands in
// brackets, labels[app.kubernetes.io/name].
//
// Texts of the files may refer to other properties: ${key}, ${key:default}, $env.NAME
// as a whole value, and $env.NAME || ${key} || literal. Everything is resolved once,
// in Load; what comes from the environment, a flag, a command or a
// properties, ini or dotenv file is taken literally.
//
// Every mistake is a [fault.Diagnostic] at its place in the file. The value of a key
// that [IsSecret] never appears in one, nor in the source line shown with it.
//
//	props, problems := config.Load(os.DirFS(folder), config.Options{Env: os.Environ()})
//	r := props.Reader()
//	port := r.Int("server.port", 8080)
//	wait := r.Duration("server.shutdown-timeout", 20*time.Second)
//	problems = append(problems, r.Problems()...)
//
// Properties are immutable after Load and safe for concurrent use.
package config
