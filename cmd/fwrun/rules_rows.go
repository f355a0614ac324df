package main

// rowRules are the rules about row classes and repositories.
func rowRules() []rule {
	return []rule{
		{
			"query-parameter", "A statement of @Query and the parameters of its method do not match.",
			"Every :name of the statement must be a parameter of the method, and every parameter must be used.",
		},
		{
			"query-result", "A statement of @Query does not match the result type of its method.",
			"Results are User[], User | null or User for rows; int, string[] and so on for values; void, int or bool for changes.",
		},
		{"query-statement", "A statement of @Query cannot be parsed.", "Check its quotes, its comments and its parameters."},
		{"query-target", "@Query is on a method that is not in a repository.", "Use it on methods of a class that extends Repository."},
		{
			"repository-rows", "A repository does not declare the class of its rows.",
			"Write class UserRepository extends Repository<User>, or @extends {Repository<User>} in a comment.",
		},
		{
			"row-column", "A field of a row class is not a column of its table, or two fields are the same column.",
			"Public fields are columns; @Column sets the name, @Transient leaves a field out.",
		},
		{"row-constructor", "A row class cannot be instantiated.", "It must not be abstract, and its constructor must not have required parameters."},
		{"row-datasource", "The database of a row class is not configured.", "Configure it under datasource, or name another one in @Table."},
		{"row-id", "A row class needs exactly one @Id.", "Write it in front of the field that is the primary key."},
		{
			"row-table", "A row class does not name its table, or the database has no such table.",
			"Write @Table(\"users\") above the class, and create the table in a migration.",
		},
		{"row-version", "A @Version cannot be incremented.", "Use it on one field of type int, which is not the id."},
		{
			"sql-result", "The columns of a statement's result do not match the fields of its row class.",
			"Name columns like fields, with AS or @Column; select all columns that fields need.",
		},
		{
			"sql-statement", "A database rejects a statement.",
			"The caret shows where: a table or column that does not exist, or a syntax error.",
		},
	}
}
