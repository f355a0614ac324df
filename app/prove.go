package app

import "github.com/fwrun/fwrun/app/prove"

// proof says on what the statements of scripts are proved. In a check, SQLite databases are in memory, with their migrations, and servers have
// theirs, or are left out.
func (g *generation) proof(checking bool) prove.On {
	return prove.On{
		Skip: !g.settings.statements.Prove, Databases: g.databases.Sources(), Checking: checking, Left: g.migrations.Left,
		Migrated: g.settings.migrations.AtStart, Migrations: g.settings.migrations.Root, Files: g.options.files(), Within: g.settings.life.Start,
	}
}
