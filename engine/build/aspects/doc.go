// Package aspects finds the methods with aspects around them, such as @Transactional and @Cacheable, and reads the
// options of the aspects.
package aspects
