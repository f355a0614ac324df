// Package jars keeps the Java programs that tests run, so that each machine downloads them once.
package jars
