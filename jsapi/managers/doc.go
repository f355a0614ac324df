// Package managers is what scripts use by hand that decorators do otherwise: CacheManager, LockManager, and
// ApplicationContext for those who look for beans themselves.
package managers
