package main

import (
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/app/migrations"
)

func newCompletion(p process) *cobra.Command {
	return &cobra.Command{
		Use:   "completion bash|zsh|fish",
		Short: "Write a completion script for a shell",
		Long: `completion writes a script with which a shell completes commands, folders, flags, and the profiles of an application.
For bash, the package bash-completion must be installed.`,
		Example: `  source <(fwrun completion bash)                                    in ~/.bashrc
  source <(fwrun completion zsh)                                     in ~/.zshrc, after compinit
  fwrun completion fish > ~/.config/fish/completions/fwrun.fish      once`,
		ValidArgs: []string{"bash", "zsh", "fish"},
		Args: func(command *cobra.Command, args []string) error {
			if len(args) != 1 || cobra.OnlyValidArgs(command, args) != nil {
				return misused(command, "name one shell: bash, zsh or fish")
			}
			return nil
		},
		RunE: func(command *cobra.Command, args []string) error {
			switch root := command.Root(); args[0] {
			case "bash":
				return root.GenBashCompletionV2(p.out, true)
			case "zsh":
				return root.GenZshCompletion(p.out)
			default:
				return root.GenFishCompletion(p.out, true)
			}
		},
	}
}

// completeArguments sets the completion of every command: a folder, and the values of some flags.
func completeArguments(root *cobra.Command) {
	root.ValidArgsFunction = completeFirst
	for _, command := range root.Commands() {
		if strings.Contains(command.Use, "<folder>") && command.ValidArgsFunction == nil {
			command.ValidArgsFunction = completeFolder
		}
		for name, complete := range map[string]cobra.CompletionFunc{
			"profile":    completeProfile,
			"format":     cobra.FixedCompletions(formatNames(), cobra.ShellCompDirectiveNoFileComp),
			"log-format": cobra.FixedCompletions([]string{"pretty", "json"}, cobra.ShellCompDirectiveNoFileComp),
			"port":       cobra.NoFileCompletions,
			"address":    cobra.NoFileCompletions,
		} {
			if command.Flags().Lookup(name) != nil {
				_ = command.RegisterFlagCompletionFunc(name, complete) // fails for a flag that has one, or is unknown
			}
		}
	}
}

// completeMigrate sets the completion of `fwrun migrate` or of one of its verbs.
func completeMigrate(command *cobra.Command) {
	folders := func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return nil, cobra.ShellCompDirectiveFilterDirs
	}
	switch command.Name() {
	case "migrate":
		command.ValidArgsFunction = completeBesideVerbs
	case "baseline":
		command.ValidArgsFunction = cobra.NoFileCompletions
	default:
		command.ValidArgsFunction = completeFolder
	}
	fixed := func(values []string) cobra.CompletionFunc {
		return cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)
	}
	for name, complete := range map[string]cobra.CompletionFunc{
		"type": fixed(migrateKinds()), "format": fixed(migrateFormats()), "index-change": fixed(migrations.IndexChanges()),
		"config": folders, "sqlPath": folders, "profile": completeProfile, "connection": cobra.NoFileCompletions,
	} {
		if command.PersistentFlags().Lookup(name) != nil {
			_ = command.RegisterFlagCompletionFunc(name, complete) // fails for a flag that is unknown
		}
	}
}

// completeQueueVerbs proposes folders after queues, and then verbs.
func completeQueueVerbs(command *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	switch len(args) {
	case 0:
		return nil, cobra.ShellCompDirectiveFilterDirs
	case 1:
		var verbs []string
		for _, verb := range command.Commands() {
			verbs = append(verbs, verb.Name()+"\t"+verb.Short)
		}
		return verbs, cobra.ShellCompDirectiveNoFileComp
	}
	return nil, cobra.ShellCompDirectiveNoFileComp
}

func completeFolder(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return nil, cobra.ShellCompDirectiveFilterDirs
}

// completeFirst proposes commands and folders for the first word. A shell that looks for folders itself would
// not show the commands.
func completeFirst(_ *cobra.Command, _ []string, word string) ([]string, cobra.ShellCompDirective) {
	return foldersBeside(word, "serve this folder")
}

// completeBesideVerbs proposes folders for the first word after migrate; cobra adds the verbs.
func completeBesideVerbs(_ *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return foldersBeside(word, "migrate this folder")
}

// foldersBeside proposes folders with what is done with them.
func foldersBeside(word, does string) ([]string, cobra.ShellCompDirective) {
	if strings.ContainsAny(word, `/\`) {
		return nil, cobra.ShellCompDirectiveFilterDirs
	}
	entries, _ := os.ReadDir(".") // a folder that cannot be read proposes nothing
	var folders []string
	for _, entry := range entries {
		name := entry.Name()
		if entry.IsDir() && strings.HasPrefix(name, word) && (strings.HasPrefix(word, ".") || !strings.HasPrefix(name, ".")) {
			folders = append(folders, name+"\t"+does)
		}
	}
	return folders, cobra.ShellCompDirectiveNoFileComp
}

// completeProfile proposes the profiles of the folder in the arguments, or else of the current one. Profiles
// before a comma are kept.
func completeProfile(_ *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	folder := "."
	if len(args) > 0 {
		folder = args[0]
	}
	before := word[:strings.LastIndexByte(word, ',')+1]
	var profiles []string
	for _, name := range app.Profiles(folder) {
		profiles = append(profiles, before+name)
	}
	return profiles, cobra.ShellCompDirectiveNoFileComp
}
