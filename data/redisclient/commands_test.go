package redisclient_test

import (
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/data/datatest"
	"github.com/fwrun/fwrun/data/redisclient"
)

func TestCommands(t *testing.T) {
	client, ctx := opens(t, datatest.Redis(t).URL), t.Context()
	for _, test := range []struct {
		command redisclient.Command
		want    string
	}{
		{redisclient.Command{"GET", "nothing"}, "<nil> <nil>"},
		{redisclient.Command{"SET", "a", []byte("1"), "PX", int64(60_000)}, "OK <nil>"},
		{redisclient.Command{"SET", "a", "2", "NX"}, "<nil> <nil>"},
		{redisclient.Command{"MGET", "a", "nothing"}, "[1 <nil>] <nil>"},
		{redisclient.Command{"INCR", "a"}, "2 <nil>"},
	} {
		if answer, err := client.Do(ctx, test.command...); fmt.Sprintln(answer, err) != test.want+"\n" {
			t.Errorf("%v: %v %v, not %s", test.command, answer, err, test.want)
		}
	}

	answers, err := client.DoAll(ctx, redisclient.Command{"GET", "nothing"}, redisclient.Command{"INCR", "a"}, redisclient.Command{"DEL", "a"})
	if got := fmt.Sprintln(answers, err); got != "[<nil> 3 1] <nil>\n" {
		t.Errorf("in one round trip: %s", got)
	}
	answers, err = client.DoAll(ctx, redisclient.Command{"GET", "nothing"}, redisclient.Command{"unheard"}, redisclient.Command{"SET", "b", 1})
	if answers != nil || !redisclient.Answered(err) {
		t.Errorf("one of them is refused: %v %v", answers, err)
	}
}

func TestScripts(t *testing.T) {
	client := opens(t, datatest.Redis(t).URL)
	for text, want := range map[string]string{
		`return KEYS[1] .. ARGV[1]`:       "a1 <nil>",
		`return tonumber(ARGV[1])`:        "1 <nil>",
		`return false`:                    "<nil> <nil>",
		`return redis.error_reply("BAD")`: "<nil> ERR BAD",
	} {
		for range 2 { // the second time by its digest
			answer, err := redisclient.NewScript(text)(t.Context(), client, []string{"a"}, 1)
			if got := fmt.Sprintln(answer, err); !strings.HasPrefix(got, want) {
				t.Errorf("%s: %s, not %s", text, got, want)
			}
		}
	}
}

func TestSubscription(t *testing.T) {
	client, ctx := opens(t, datatest.Redis(t).URL), t.Context()
	s := client.Subscription(ctx)
	next := func(want redisclient.Event) {
		t.Helper()
		if got, err := s.Receive(ctx, time.Minute); err != nil || got != want {
			t.Fatalf("%v %v, not %v", got, err, want)
		}
	}
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	check(s.Subscribe(ctx, "news"))
	next(redisclient.Event{Kind: "subscribe", Channel: "news"})
	heard, err := client.Do(ctx, "PUBLISH", "news", []byte("a"))
	if err != nil || heard != int64(1) {
		t.Errorf("%v have heard it: %v", heard, err)
	}
	next(redisclient.Event{Kind: "message", Channel: "news", Message: "a"})
	check(s.Ping(ctx))
	next(redisclient.Event{Kind: "pong"})

	var late net.Error
	if _, err := s.Receive(ctx, time.Millisecond); !errors.As(err, &late) || !late.Timeout() {
		t.Errorf("nothing comes: %v", err)
	}
	check(s.Unsubscribe(ctx, "news"))
	next(redisclient.Event{Kind: "unsubscribe", Channel: "news"})
	check(s.Close())
}
