package main

import "strings"

// otherCommands says what the commands of other tools are here.
var otherCommands = []struct{ words, here string }{
	{"dev start run up watch develop", "`fwrun <folder>` serves an application, and reloads it when a file is saved if it runs " +
		"on a terminal, or with --watch"},
	{"init create create-app startproject", "`fwrun new <folder>` creates an application"},
	{"generate g make scaffold", "classes are not generated: write one in a file of its own, which is found where it is; " +
		"`fwrun new <folder>` creates a whole application"},
	{"lint typecheck validate", "`fwrun check <folder>` reports the mistakes of an application"},
	{"console shell tinker", "`fwrun repl <folder>` opens a prompt with the beans of an application"},
	{"bundle compile pack package", "`fwrun build <folder>` makes one executable of an application, and `fwrun image <folder>` an image for containers"},
	{"deploy docker", "`fwrun build <folder>` makes one executable of an application, and `fwrun image <folder>` an image for containers"},
	{"install add", "packages come from npm: `npm install <package>` in the application's folder"},
	{"db prisma typeorm", "`fwrun migrate <folder>` runs the files of migrations/<datasource>/ that have not run yet"},
	{"jest vitest", "`fwrun test <folder>` runs the tests of an application"},
}

// otherVerbs does the same for the verbs of migrate.
var otherVerbs = []struct{ words, here string }{
	{"new create generate make add", "a migration is a file that you write: migrations/<datasource>/0002-add-prices.sql; those that have not run yet " +
		"run in the order of their names"},
	{"down rollback undo revert", "nothing runs backwards: write a migration that takes the change back, or restore a backup"},
	{"fresh reset refresh drop wipe", "nothing is thrown away: delete the database, and run `fwrun migrate` for a new one; " +
		"tests have an empty database of their own"},
	{"up run apply deploy latest dev", "`fwrun migrate <folder>` runs the files that have not run yet"},
	{"info history list", "`fwrun migrate status <folder>` lists all files, and `fwrun migrate plan <folder>` shows what would run"},
}

// hereFor returns what a word of another tool is here; empty if it is not known.
func hereFor(list []struct{ words, here string }, word string) string {
	for _, one := range list {
		for known := range strings.SplitSeq(one.words, " ") {
			if known == word {
				return one.here
			}
		}
	}
	return ""
}
