// Package urlpattern implements URLPattern, which matches URLs by patterns such as "/users/:id".
//
// Patterns are read by the algorithms of the URL Pattern standard, and matched by the engine's own regular expressions, whose time is
// bounded and whose syntax is that of scripts. parse.js reads the pattern of one component, text.js divides a whole
// pattern into components, and pattern.js has the class.
package urlpattern
