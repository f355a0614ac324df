package main

import (
	"testing"

	"github.com/spf13/cobra"

	"github.com/fwrun/fwrun/app/debug"
)

func TestInspectFlags(t *testing.T) {
	for _, c := range []struct {
		args []string
		want debug.Settings
		err  string
	}{
		{nil, debug.Settings{}, ""},
		{[]string{"--inspect"}, debug.Settings{On: true, Address: debug.Default}, ""},
		{[]string{"--inspect=0"}, debug.Settings{On: true, Address: "127.0.0.1:0"}, ""},
		{[]string{"--inspect-wait=0.0.0.0:9230"}, debug.Settings{On: true, Address: "0.0.0.0:9230", Wait: true}, ""},
		{[]string{"--inspect-brk"}, debug.Settings{On: true, Address: debug.Default, Wait: true, Break: true}, ""},
		{[]string{"--inspect=9230", "--inspect-brk"}, debug.Settings{On: true, Address: "127.0.0.1:9230", Wait: true, Break: true}, ""},
		{[]string{"--inspect", "--inspect-brk=9230"}, debug.Settings{On: true, Address: "127.0.0.1:9230", Wait: true, Break: true}, ""},
		{[]string{"--inspect=x:y"}, debug.Settings{}, "--inspect=x:y is not [host:]port"},
		{[]string{"--inspect="}, debug.Settings{}, "--inspect= is not [host:]port"},
		{
			[]string{"--inspect=1", "--inspect-wait=2"},
			debug.Settings{On: true, Address: "127.0.0.1:1"},
			"the flags --inspect name two addresses: 127.0.0.1:1 and 127.0.0.1:2",
		},
	} {
		command := &cobra.Command{Use: "serve"}
		read := addInspect(command, false)
		if err := command.ParseFlags(c.args); err != nil {
			t.Errorf("%q: %v", c.args, err)
			continue
		}
		got, err := read()
		text := ""
		if err != nil {
			text = err.Error()
		}
		if got != c.want || text != c.err {
			t.Errorf("%q gives %+v, %q", c.args, got, text)
		}
	}
}
