package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/ship/parcel"
)

// carried is the application that this executable carries.
type carried struct {
	inside *parcel.Inside
	name   string // of the executable's file
	home   string // folder of configuration and data
	config string // flag
	packed *app.Packed
}

// homeVariable names the folder for the files outside of an executable; by default it is the executable's own.
const homeVariable = "FWRUN_HOME"

// applicationVariable names the folder of the application in an image, which fwrun takes for one that it carries.
const applicationVariable = "FWRUN_APPLICATION"

// openCarried opens the application that this executable carries; nil if it is fwrun and nothing else.
func openCarried(p process) (*carried, error) {
	inside, err := parcel.OpenOwn()
	if folder, is := p.lookUp(applicationVariable); is && inside == nil && err == nil && folder != "" {
		inside, err = parcel.OpenFolder(folder)
	}
	if inside == nil || err != nil {
		return nil, err
	}
	c := &carried{inside: inside, name: strings.TrimSuffix(filepath.Base(p.command[0]), ".exe")}
	if c.home, _ = p.lookUp(homeVariable); c.home != "" {
		if !isFolder(c.home) {
			return nil, fault.New("executable", fault.Invalid, homeVariable+" names "+c.home+", which is not a folder")
		}
		return c, nil
	}
	executable, err := os.Executable()
	if err == nil {
		executable, err = filepath.EvalSymlinks(executable)
	}
	if err != nil {
		return nil, fault.New("executable", fault.Internal, "it is unknown where this executable is").Because(err).
			WithHint("let " + homeVariable + " name the folder of the configuration and of data")
	}
	c.home = filepath.Dir(executable)
	return c, nil
}

// withoutFiles are the commands that need no file of the application.
var withoutFiles = []string{"completion", "health", "help", "loggers", "profile", "top", "version"}

// unpack makes the files of the application available to a command.
func (c *carried) unpack(p process, words []string) error {
	if slices.Contains(withoutFiles, words[0]) || strings.HasPrefix(words[0], "_") || asksForHelp(words) {
		return nil
	}
	folder, err := c.inside.Unpack(cacheFolder(p), filepath.Join(os.TempDir(), "fwrun-"+strconv.Itoa(os.Getuid())))
	if err != nil {
		return err
	}
	c.packed = &app.Packed{Name: c.inside.Name(), Folder: folder, Paths: c.inside.Paths(), Compiled: c.inside.Compiled()}
	return nil
}

func asksForHelp(words []string) bool {
	return slices.Contains(words, "--help") || slices.Contains(words, "-h")
}

// application returns the options of the application in a folder, or of the one that this executable carries.
func (p process) application(folder, profile string) app.Options {
	o := app.Options{Folder: folder, Profile: profile, Env: p.env}
	if p.carried != nil {
		o.Packed, o.Config = p.carried.packed, p.carried.config
	}
	return o
}

// takesFolder is the annotation of commands that an executable gives its folder to.
const takesFolder = "folder"

// own makes the commands those of the executable: there is no folder to name, and none for the making of applications.
func (c *carried) own(root *cobra.Command) {
	root.Use, root.Example = c.name, ""
	root.Annotations = map[string]string{cobra.CommandDisplayNameAnnotation: c.name} // Use ends at a space
	root.Short = "Serve the application " + c.inside.Name()
	root.Long = fmt.Sprintf(carriedHelp, c.inside.Name(), c.name)
	root.PersistentFlags().StringVar(&c.config, "config", "", "folder of the configuration, or a file in place of application.yml")
	for _, command := range root.Commands() {
		if slices.Contains([]string{"build", "coding", "image", "new", "test", "types"}, command.Name()) {
			root.RemoveCommand(command)
			continue
		}
		withoutFolder(command)
	}
}

const carriedHelp = `This executable is fwrun with the application %s inside.

  %[2]s    is short for    %[2]s serve

The configuration is beside it, in application.yml or the folder config, and overrides the one inside; data is beside it, too.
FWRUN_HOME names another folder for both.`

// withoutFolder removes the folder from the usage of a command, and marks that it takes one.
func withoutFolder(command *cobra.Command) {
	command.Example = ""
	for _, word := range []string{" <folder>", " [folder]", " <folder|url>"} {
		if strings.Contains(command.Use, word) {
			command.Use = strings.Replace(command.Use, word, "", 1)
			command.Annotations = map[string]string{takesFolder: "yes"}
		}
	}
	for _, verb := range command.Commands() {
		withoutFolder(verb)
	}
}

// arrange gives a command of the executable its folder. No command, or a flag in its place, is serve.
func (c *carried) arrange(root *cobra.Command, args []string) ([]string, error) {
	switch {
	case len(args) > 0 && (args[0] == "--version" || args[0] == "-v"):
		return append([]string{"version"}, args[1:]...), nil
	case len(args) > 0 && (asksForHelp(args[:1]) || strings.HasPrefix(args[0], "__")):
		return args, nil
	case len(args) == 0 || strings.HasPrefix(args[0], "-"):
		return slices.Concat([]string{"serve", c.home}, args), nil
	case !isCommand(root, args[0]):
		return nil, unknownCommand(root, args[0], "there is no command "+args[0])
	}
	command, rest, err := root.Find(args)
	if err != nil || command.Annotations[takesFolder] == "" || slices.ContainsFunc(rest, isURL) {
		return args, nil //nolint:nilerr // cobra reports it
	}
	path := strings.Fields(strings.TrimPrefix(command.CommandPath(), root.Name()))
	return slices.Concat(path, []string{c.home}, rest), nil
}

func isURL(word string) bool {
	return strings.HasPrefix(word, "http://") || strings.HasPrefix(word, "https://")
}
