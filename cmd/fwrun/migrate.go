package main

import (
	"cmp"
	"context"
	"errors"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/app/migrations"
	"github.com/fwrun/fwrun/platform/fault"
)

// exitDue is the exit code of --check when something is due or has drifted.
const exitDue = 3

// migrateFlags are those of all verbs.
type migrateFlags struct {
	config, root, kind, connection string
	profile, format                string
	asJSON                         bool
	indexChange                    string
	applyPolicies                  bool
}

func newMigrate(p process) *cobra.Command {
	var f migrateFlags
	command := &cobra.Command{
		Use:     "migrate [folder]",
		Short:   "Bring databases and search clusters up to date with the files of a folder",
		Long:    migrateHelp,
		Example: migrateExample,
		Args:    folderOrHere,
	}
	f.add(command)
	command.RunE = func(command *cobra.Command, args []string) error {
		return f.with(command, p, args, migrateVerb{}, func(m *migrations.Folders) (migrated, error) {
			return runMigrations(command.Context(), p, f, m)
		})
	}
	command.AddCommand(
		newMigratePlan(p, &f), newMigrateStatus(p, &f), newMigrateDiff(p, &f),
		newMigrateRepair(p, &f), newMigrateBaseline(p, &f), newMigrateUnlock(p, &f),
	)
	for _, one := range append(command.Commands(), command) {
		f.reportMisuse(p, one)
		completeMigrate(one)
	}
	return command
}

const migrateHelp = `migrate applies the files below migrations/<connection>/ that have not run yet: .sql files to datasources, .json files to search
clusters. Each runs once; what ran is recorded in framework_migrations, a table or an index. A changed SQL file is a warning, a changed search
file is applied again. The first failure stops the run, and what ran before it stays.

-m chooses the kind: sql, opensearch or all; sql when it is left out. Search connections run when they have migrations.enabled: true. The exit
code is 0 when everything is applied, 1 when something failed, 2 when the command line is invalid, and 3 when --check finds that
something is due.

Ctrl-C and SIGTERM stop between two files; a second one stops at once.`

const migrateExample = `  fwrun migrate plan -m all --check        in a pull request: what would run, and fail if that is anything
  fwrun migrate -m all                     when deploying
  fwrun migrate my-app -m opensearch --connection logs
  fwrun migrate status --json | jq '.connections[].files[] | select(.state != "applied")'`

func (f *migrateFlags) add(command *cobra.Command) {
	flags := command.PersistentFlags()
	flags.StringVarP(&f.config, "config", "c", "", "folder of the configuration; config in the application's folder when it is left out")
	flags.StringVar(&f.root, "sqlPath", "", "folder of the migrations, with a folder for each connection; "+
		"migrations in the application's folder when it is left out")
	flags.StringVarP(&f.kind, "type", "m", "", "what to migrate: sql, opensearch or all")
	flags.StringVar(&f.connection, "connection", "", "only this datasource or search connection")
	flags.StringVar(&f.profile, "profile", "", "profiles to activate, separated by commas (FWRUN_PROFILE)")
	flags.StringVar(&f.format, "format", "text", "how to report: github, json, text")
	flags.BoolVar(&f.asJSON, "json", false, "short for --format json")
	flags.StringVar(&f.indexChange, "index-change", "fail", "what happens to a search index that exists when its file has changed: "+
		strings.Join(migrations.IndexChanges(), ", "))
	flags.BoolVar(&f.applyPolicies, "apply-policies", false, "let indices that are managed already follow a changed policy")
}

// folderOrHere checks that a command got one folder at most.
func folderOrHere(command *cobra.Command, args []string) error {
	for _, word := range args {
		if here := hereFor(otherVerbs, word); here != "" && !exists(word) {
			return misused(command, "there is no verb %s; %s", word, here)
		}
	}
	if len(args) == 2 && isVerb(command, args[1]) {
		return misused(command, "the verb comes first: %s %s %s", command.CommandPath(), args[1], args[0])
	}
	if len(args) > 1 {
		return misused(command, "expected one folder, got %d", len(args))
	}
	return nil
}

// migrateVerb is how a verb opens the migrations.
type migrateVerb struct {
	kind     string // unless -m says otherwise; empty for SQL, with a warning about what is left out
	readOnly bool
}

// with opens the migrations that the flags choose, and prints what use returns.
func (f *migrateFlags) with(command *cobra.Command, p process, args []string, verb migrateVerb,
	use func(*migrations.Folders) (migrated, error),
) error {
	o, err := f.options(command, p, args, verb)
	if err != nil {
		return err
	}
	result := migrated{verb: verbOf(command), folder: o.Folder}
	m, err := app.OpenMigrations(command.Context(), o)
	if unknown, ok := errors.AsType[*migrations.UnknownConnectionError](err); ok {
		return misused(command, "%w", unknown)
	}
	if err != nil {
		return f.print(p, result, err)
	}
	defer m.Close()
	done, err := use(m)
	if _, ok := errors.AsType[usageError](err); ok {
		return err
	}
	done.verb, done.folder = result.verb, result.folder
	if done.report == nil {
		done.report = &migrations.Report{Problems: m.Warnings}
	}
	if err != nil && command.Context().Err() != nil && fault.Diagnose(err)[0].Code != migrations.CodeStopped && done.verb != verbRun {
		err = fault.Diagnostic{Code: migrations.CodeStopped, Message: "stopped"}
	}
	return f.print(p, done, err)
}

// verbRun is the name of the verb that is not written.
const verbRun = "run"

func verbOf(command *cobra.Command) string {
	if command.Name() == "migrate" {
		return verbRun
	}
	return command.Name()
}

// options checks the flags.
func (f *migrateFlags) options(command *cobra.Command, p process, args []string, verb migrateVerb) (app.MigrateOptions, error) {
	folder := "."
	if len(args) == 1 {
		folder = args[0]
	}
	o := app.MigrateOptions{
		Options: p.application(folder, f.profile),
		Choice: migrations.Choice{
			Root: f.root, Kind: verb.kind, Connection: f.connection, IndexChange: f.indexChange, ApplyPolicies: f.applyPolicies,
			ReadOnly: verb.readOnly,
		},
	}
	o.Config, o.Logger = cmp.Or(f.config, o.Config), onlyWarnings(p)
	if command.Flags().Changed("type") {
		o.Kind = f.kind
	}
	if f.asJSON {
		if command.Flags().Changed("format") && f.format != "json" {
			return o, misused(command, "--json and --format %s are two formats; choose one", f.format)
		}
		f.format = "json"
	}
	for _, one := range []struct {
		flag, value string
		choices     []string
	}{
		{"-m", cmp.Or(f.kind, migrations.SQL), migrateKinds()},
		{"--format", f.format, migrateFormats()},
		{"--index-change", f.indexChange, migrations.IndexChanges()},
	} {
		if !slices.Contains(one.choices, one.value) {
			return o, misused(command, "%s must be one of %s, not %q", one.flag, strings.Join(one.choices, ", "), one.value)
		}
	}
	return o, checkFolders(command, folder, *f)
}

func migrateKinds() []string { return []string{migrations.SQL, migrations.Search, migrations.All} }

func migrateFormats() []string { return []string{"github", "json", "text"} }

// reportMisuse makes a command write the document of --json for an invalid command line, too. The message is on the
// standard error output as well.
func (f *migrateFlags) reportMisuse(p process, command *cobra.Command) {
	document := func(command *cobra.Command, err error) error {
		misuse, ok := errors.AsType[usageError](err)
		if !ok || !f.asJSON && f.format != "json" {
			return err
		}
		list := fault.List{{Code: "usage", Message: misuse.Error(), Hint: "run " + misuse.help}}
		return errors.Join(err, encode(p.out, migrated{verb: verbOf(command)}.json(list, false)))
	}
	args, run := command.Args, command.RunE
	command.Args = func(command *cobra.Command, words []string) error { return document(command, args(command, words)) }
	command.RunE = func(command *cobra.Command, words []string) error { return document(command, run(command, words)) }
}

// checkFolders refuses folders that do not exist; the first may be a misspelt verb.
func checkFolders(command *cobra.Command, folder string, f migrateFlags) error {
	if !exists(folder) {
		verbs := make([]string, len(command.Commands()))
		for i, verb := range command.Commands() {
			verbs[i] = verb.Name()
		}
		if near := fault.Nearest(folder, verbs); near != "" {
			return misused(command, "there is neither a folder nor a verb %s; did you mean %s?", folder, near)
		}
		return misused(command, "there is no folder %s", folder)
	}
	if f.config != "" && !exists(f.config) {
		return misused(command, "there is no folder %s (-c)", f.config)
	}
	if f.root != "" && !exists(f.root) {
		return misused(command, "there is no folder %s (--sqlPath)", f.root)
	}
	return nil
}

// author returns who is recorded as the one who ran files: the user and the machine.
func author(p process) string {
	host, _ := os.Hostname()
	for _, name := range []string{"GITHUB_ACTOR", "GITLAB_USER_LOGIN", "USER", "LOGNAME", "USERNAME"} {
		if user, ok := p.lookUp(name); ok && user != "" && host != "" {
			return user + "@" + host
		}
	}
	if host != "" {
		return "fwrun@" + host
	}
	return "fwrun"
}

// runMigrations runs what is due. The first signal stops between two files, the second at once.
func runMigrations(ctx context.Context, p process, f migrateFlags, m *migrations.Folders) (migrated, error) {
	hard := p.draining
	if hard == nil {
		hard = context.Background()
	}
	show := newProgress(p, f)
	defer show.end()
	defer context.AfterFunc(ctx, show.stopping)()
	report, err := m.Run(hard, author(p), ctx.Done(), show.event)
	return migrated{report: &report}, err
}
