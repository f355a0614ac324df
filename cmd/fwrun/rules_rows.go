package main

// rowRules are the rules about row classes and repositories.
func rowRules() []rule {
	return []rule{
		{
			"query-parameter", "A statement of @Query and the parameters of its method do not fit.",
			"Every :name of the statement is a parameter of the method, and every parameter is used.",
		},
		{
			"query-result", "What a statement of @Query finds does not fit the type of its method's result.",
			"Rows are User[], User | null or User; values are int, string[] and so on; a change is void, int or bool.",
		},
		{"query-statement", "A statement of @Query cannot be read.", "Look at its quotes, its comments and its parameters."},
		{"query-target", "@Query stands where no query can run.", "It belongs on the methods of a class that extends Repository."},
		{
			"repository-rows", "A repository does not say which rows it has.",
			"Write class UserRepository extends Repository<User>, or @extends {Repository<User>} in a comment.",
		},
		{
			"row-column", "A field of a row class is no column of its table, or two are the same.",
			"Columns are public fields; @Column names them, @Transient leaves them out.",
		},
		{"row-constructor", "An object of a row class cannot be made.", "It is not abstract, and its constructor takes no arguments."},
		{"row-datasource", "The database of a row class is not configured.", "Configure it below datasource, or name another one in @Table."},
		{"row-id", "A row class has not one @Id.", "Write it in front of the one field that is the primary key."},
		{
			"row-table", "A row class does not say which table it is kept in, or the database has none of that name.",
			"Write @Table(\"users\") above the class, and make the table by a migration.",
		},
		{"row-version", "A @Version cannot be counted up.", "It is one int of the class, and not its id."},
		{
			"sql-result", "The columns of a statement's result and the fields of its rows' class differ.",
			"Name columns like fields, with AS or @Column; select what fields need.",
		},
		{
			"sql-statement", "A database does not understand a statement.",
			"Look at the caret: a table or a column that is not there, or a word that does not belong.",
		},
	}
}
