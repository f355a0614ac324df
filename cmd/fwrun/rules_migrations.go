package main

// migrationRules are those of single files.
func migrationRules() []rule {
	return []rule{
		{
			"migration-changed", "A migration was changed after it ran.",
			"Restore the file, and put the change into a new one; or record the change with fwrun migrate repair.",
		},
		{
			"migration-commit", "MySQL commits in the middle of a migration, before a change of the schema.",
			"Move what changes rows into a file of its own.",
		},
		{"migration-deprecated", "A search cluster warns about a request.", "Replace what the cluster says is deprecated."},
		{"migration-directive", "A comment -- fwrun: names something that is not a directive.", "Write no-transaction or placeholders."},
		{"migration-document", "A migration of a search cluster is not a JSON object that can be sent.", "The place is that of the mistake."},
		{
			"migration-duplicate", "Two migrations of a search cluster create the same thing.",
			"Give one of them another name, unless the later one should replace the earlier.",
		},
		{"migration-failed", "A migration failed.", "The place is the statement, or the part of the document, that failed."},
		{"migration-index-exists", "The file of a search index was changed, and the index exists.", "It was left as it is because of --index-change=skip."},
		{
			"migration-interrupted", "A process ended while it ran a migration, so it is not known which part has taken effect.",
			"Look at the database or the cluster; then complete the rest by hand and run fwrun migrate baseline, " +
				"or undo it and delete the record of the file.",
		},
		{"migration-line-ends", "Only the line ends of a migration changed after it ran.", "Let git keep them, in .gitattributes."},
		{
			"migration-link", "A migration is a symbolic link that cannot be followed.",
			"Put the file or the folder itself there, or let a relative link lead to a file of the connection's folder.",
		},
		{"migration-name", "A search cluster refuses the name that a file gives.", "Rename the file."},
		{
			"migration-order", "Migrations run in another order than their numbers suggest.",
			"Write numbers with the same count of digits, or set migrations.order: natural.",
		},
		{
			"migration-overlap", "Two index templates of the same priority can match the same index.",
			"Give one of them a higher priority, or other index_patterns.",
		},
		{
			"migration-placeholder", "A placeholder of a migration names a key that the configuration does not have.",
			"Set the key, or write $${ for the text ${.",
		},
		{"migration-policy-behind", "Indices that are managed already keep the former version of a policy.", "Run fwrun migrate with --apply-policies."},
		{"migration-stopped", "A run was asked to stop.", "Run it again: files that have run do not run again."},
		{"migration-renamed", "A migration that has run has another name now.", "Give it its name back, or record the new one with fwrun migrate repair."},
		{
			"migration-transaction", "A statement fails, or has no effect, within the transaction of its file.",
			"Write -- fwrun: no-transaction in the first line of the file.",
		},
		{
			"migration-undo", "A migration has a part for another tool that undoes what it does, and fwrun runs that part.",
			"Remove that part, or the file; to undo a change later, write a further file.",
		},
		{
			"migration-unrecognised", "It is not clear what a migration of a search cluster creates.",
			"Name it -template.json or -policy.json, or give it the members of an index, a template, a policy or a request.",
		},
		{
			"migration-unreadable", "A migration or its folder cannot be read.",
			"Give the user who runs fwrun the right to read it; rename what is not a file.",
		},
		{
			"migration-unrecorded", "A migration of a search cluster has been applied, and could not be recorded.",
			"Remove the cause and run again; record a request that must not be sent twice with fwrun migrate baseline.",
		},
		{"migration-upper-case", "A search cluster refuses names of templates with upper-case letters.", "Rename the file."},
	}
}

// migrateRules are those of a whole run of fwrun migrate.
func migrateRules() []rule {
	return []rule{
		{
			"migrations-left-out", "Without -m only SQL migrations are considered, and there are search connections to migrate.",
			"Write -m all for both kinds, or -m sql for SQL only.",
		},
		{
			"migrations-missing", "A datasource or a search connection that migrates has no migrations folder.",
			"Create migrations/<name>/, or turn its migrations off.",
		},
		{"usage", "The command line is invalid.", "fwrun <command> --help lists the arguments and flags."},
		{"migrations-none", "The configuration has nothing to migrate.", "Add a datasource, or migrations.enabled: true to a search connection."},
	}
}
