package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/fwrun/fwrun/app/migrations"
)

func newMigratePlan(p process, f *migrateFlags) *cobra.Command {
	var check bool
	command := &cobra.Command{
		Use:   "plan [folder]",
		Short: "Show what would run, as statements and requests",
		Long: `plan shows the statements and the requests that migrate would send, and every file that it could not apply. It writes nothing and
takes no lock.`,
		Example: "  fwrun migrate plan -m all\n  fwrun migrate plan -m all --check --format github     in a pull request",
		Args:    folderOrHere,
	}
	command.Flags().BoolVar(&check, "check", false, "exit with 3 when something is due")
	command.RunE = func(command *cobra.Command, args []string) error {
		return f.with(command, p, args, migrateVerb{readOnly: true}, func(m *migrations.Folders) (migrated, error) {
			report, err := m.Plan(command.Context())
			return migrated{report: &report, due: check && report.Due() > 0}, err
		})
	}
	return command
}

func newMigrateStatus(p process, f *migrateFlags) *cobra.Command {
	command := &cobra.Command{
		Use:   "status [folder]",
		Short: "List every file: applied, due, changed, missing or renamed",
		Long: `status lists every file with its state, and when, by whom and for how long it ran. A changed file is another one than ran; a missing one
ran and is gone from the folder; a renamed one ran under the name of one that is gone. It writes nothing.`,
		Example: "  fwrun migrate status -m all",
		Args:    folderOrHere,
	}
	command.RunE = func(command *cobra.Command, args []string) error {
		return f.with(command, p, args, migrateVerb{readOnly: true}, func(m *migrations.Folders) (migrated, error) {
			report, err := m.Status(command.Context())
			return migrated{report: &report}, err
		})
	}
	return command
}

func newMigrateDiff(p process, f *migrateFlags) *cobra.Command {
	var check bool
	command := &cobra.Command{
		Use:   "diff [folder]",
		Short: "Compare search clusters with what the files say",
		Long: `diff compares the templates, policies and indices of search clusters with what their files say, key by key. Forms that mean the same
are no difference, such as "1" and 1 in settings. Files that state a request are left out. It writes nothing.`,
		Example: "  fwrun migrate diff -m opensearch --check",
		Args:    folderOrHere,
	}
	command.Flags().BoolVar(&check, "check", false, "exit with 3 when something differs")
	command.RunE = func(command *cobra.Command, args []string) error {
		if f.kind != "" && f.kind != migrations.Search {
			return misused(command, "diff compares search clusters only; write -m opensearch")
		}
		return f.with(command, p, args, migrateVerb{migrations.Search, true}, func(m *migrations.Folders) (migrated, error) {
			drifted, problems, err := m.Diff(command.Context())
			result := migrated{drifted: drifted, report: &migrations.Report{Problems: problems}}
			for _, c := range drifted {
				result.due = result.due || check && len(c.Files) > 0
			}
			return result, err
		})
	}
	return command
}

func newMigrateRepair(p process, f *migrateFlags) *cobra.Command {
	command := &cobra.Command{
		Use:   "repair [folder]",
		Short: "Record changed and renamed files as applied, without running them",
		Long: `repair records the current hash of each changed file, and each file that was interrupted or renamed, as applied, without running it. Use it
after you have made by hand what the change does, or when the change has no meaning, such as a comment.`,
		Example: "  fwrun migrate repair -m all",
		Args:    folderOrHere,
	}
	command.RunE = func(command *cobra.Command, args []string) error {
		return f.with(command, p, args, migrateVerb{}, func(m *migrations.Folders) (migrated, error) {
			noted, err := m.Repair(command.Context(), author(p))
			return migrated{noted: noted}, err
		})
	}
	return command
}

func newMigrateBaseline(p process, f *migrateFlags) *cobra.Command {
	command := &cobra.Command{
		Use:   "baseline <file> [folder]",
		Short: "Record the files up to one as applied, without running them",
		Long: `baseline records the files of a connection up to one of them as applied, without running them: those that never ran, and those that were
interrupted. Use it for a database or a cluster that already has what these files make. The file is named by its path below the
connection's folder, or with the connection's name before it.`,
		Example: "  fwrun migrate baseline 007-orders.sql\n  fwrun migrate baseline logs/003-policies/keep-policy.json -m opensearch",
		Args: func(command *cobra.Command, args []string) error {
			if len(args) == 0 {
				return misused(command, "name the last file to record")
			}
			return folderOrHere(command, args[1:])
		},
	}
	command.RunE = func(command *cobra.Command, args []string) error {
		return f.with(command, p, args[1:], migrateVerb{}, func(m *migrations.Folders) (migrated, error) {
			if names := m.Names(); len(names) > 1 {
				return migrated{}, misused(command, "choose the connection with --connection; there is %s", strings.Join(names, ", "))
			}
			noted, err := m.Baseline(command.Context(), args[0], author(p))
			return migrated{noted: noted}, err
		})
	}
	return command
}

func newMigrateUnlock(p process, f *migrateFlags) *cobra.Command {
	command := &cobra.Command{
		Use:   "unlock [folder]",
		Short: "Break the lock of a process that hangs",
		Long: `unlock breaks the lock that lets one process at a time migrate, and says who held it. On PostgreSQL and MySQL it ends the session that
holds it, on search clusters it removes the lock's document. Locks of SQLite end with their process.`,
		Example: "  fwrun migrate unlock -m opensearch",
		Args:    folderOrHere,
	}
	command.RunE = func(command *cobra.Command, args []string) error {
		return f.with(command, p, args, migrateVerb{readOnly: true}, func(m *migrations.Folders) (migrated, error) {
			noted, err := m.Unlock(command.Context())
			return migrated{noted: noted}, err
		})
	}
	return command
}
