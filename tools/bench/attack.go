package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/fwrun/fwrun/tools/bench/attack"
)

// measureAttack attacks a server in rounds, and fails when an attack was not held.
func measureAttack(args []string) error {
	flags := flag.NewFlagSet("attack", flag.ContinueOnError)
	o := attack.Options{Bombs: bombScript("."), Progress: os.Stderr}
	flags.DurationVar(&o.For, "for", 10*time.Minute, "no attack begins later, but each is made once")
	only := flags.String("only", "", "only these families or attacks, such as bombs,overload")
	flags.Uint64Var(&o.Seed, "seed", uint64(time.Now().UnixNano()%1_000_000), "of the order and of what is random")
	flags.Float64Var(&o.Size, "size", 1, "of each attack")
	flags.Float64Var(&o.Slack, "slack", 1, "multiplies the limits of times, for machines that do other work")
	flags.StringVar(&o.Binary, "binary", "", "the fwrun to attack; that of this tree when not set")
	asMarkdown := flags.Bool("markdown", false, "print tables for tools/bench/README.md")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *only != "" {
		o.Only = strings.Split(*only, ",")
	}
	folder, remove, err := scratch()
	if err != nil {
		return err
	}
	defer remove()
	o.Scratch = folder
	if o.Binary, err = fwrunIn(folder, o.Binary); err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	report, err := attack.Run(ctx, o)
	if err != nil {
		return err
	}
	return printAttacks(os.Stdout, report, *asMarkdown)
}

// bombScript returns the file of the memory bombs, which the tests have, too.
func bombScript(root string) string {
	return filepath.Join(root, "tests", "robust", "testdata", "bombs", "api.ts")
}

func printAttacks(to io.Writer, report *attack.Report, asMarkdown bool) error {
	if err := printGrids(to, []grid{{report.Title, report.Note, report.Rows}, {"The rules", "", report.Rules}}, asMarkdown); err != nil {
		return err
	}
	if len(report.Faults) > 0 {
		fmt.Fprintf(to, "\nFaults:\n\n- %s\n", strings.Join(report.Faults, "\n- "))
	}
	if report.NotHeld > 0 {
		return fmt.Errorf("attacks that were not held: %d", report.NotHeld)
	}
	return nil
}
