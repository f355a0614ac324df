// Package sessions holds the sessions of one generation of an application: in a datasource, where cached values are kept, or in a memory
// of their own, which the next generation takes over: a reload logs nobody out.
package sessions
