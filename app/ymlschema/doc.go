// Package ymlschema makes the JSON Schema of application.yml, for editors.
//
// The schema has every key of the framework with its type, default and meaning, as package config lists them, and the keys
// that the application reads with @Value and @ConfigurationProperties. It is of draft 7, which every editor understands.
//
// Laws:
//   - What the framework accepts is valid: a placeholder in place of any value, names in every relaxed spelling, null, a
//     number in quotes, a list as a text with commas.
//   - In the framework's own sections an unknown key is a mistake; at the top level and in the application's sections
//     anything may stand.
//   - Nothing is required, because any other source may set it.
//
// The smallest use:
//
//	text := ymlschema.Of(config.Keys(), m)
package ymlschema
