// Package managers is the classes with which scripts call by hand what decorators otherwise do: CacheManager,
// LockManager, and ApplicationContext, which looks up beans.
package managers
