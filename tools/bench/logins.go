package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/fwrun/fwrun/tools/bench/internal/load"
)

// loginsApp looks at passwords, and has a plain route beside that.
const loginsApp = `import { GetMapping, Logins, PasswordEncoder, PostMapping, RestController, Service } from "fwrun";

@Service
export class Users {
  constructor(private passwords: PasswordEncoder) {}
  hash = "";
  async known() { return this.hash ||= await this.passwords.encode("right horse"); }
}

@RestController
export class Api {
  constructor(private users: Users, private logins: Logins) {}
  @GetMapping("/plain") plain() { return "plain"; }
  @PostMapping("/login") async login() { return this.logins.check("ada", "right horse", await this.users.known()); }
}
`

const loginsSettings = `security: { login: { limit: { failures: 0, per-address: 0 } } }
server: { max-connections-per-client: 0 }
`

// aimLogins is how much slower the others may be, which was set before anything was measured.
const aimLogins = 2

// measureLogins asks a plain route while others log in, and while they do not.
func measureLogins(args []string) error {
	flags := flag.NewFlagSet("logins", flag.ContinueOnError)
	binary := flags.String("binary", "", "the fwrun to measure; that of this tree when not set")
	rounds := flags.Int("rounds", 3, "rounds, each without and with log-ins")
	lasts := flags.Duration("time", 5*time.Second, "for which each lasts")
	each := flags.Int("logins", 100, "log-ins a second")
	others := flags.Int("others", 100, "requests a second for the plain route")
	asMarkdown := flags.Bool("markdown", false, "print a table for tools/bench/README.md")
	if err := flags.Parse(args); err != nil {
		return err
	}
	folder, remove, err := scratch()
	if err != nil {
		return err
	}
	defer remove()
	if *binary, err = fwrunIn(folder, *binary); err != nil {
		return err
	}
	app := filepath.Join(folder, "app")
	if err := errors.Join(os.MkdirAll(filepath.Join(app, "config"), 0o700), os.WriteFile(filepath.Join(app, "api.ts"), []byte(loginsApp), 0o600),
		os.WriteFile(filepath.Join(app, "config", "application.yml"), []byte(loginsSettings), 0o600)); err != nil {
		return err
	}
	s, err := serve(*binary, app, "FWRUN_CACHE="+folder)
	if err != nil {
		return err
	}
	measured, err := loginsRounds(s.url, *rounds, *each, *others, *lasts)
	if err = errors.Join(err, s.stop()); err != nil {
		return err
	}
	return printGrids(os.Stdout, []grid{{
		"Log-ins beside other requests",
		fmt.Sprintf("%d log-ins and %d other requests a second, %v each, %d rounds: median (least to most). Aim: "+
			"the p99 of the others grows by less than %d.",
			*each, *others, *lasts, *rounds, aimLogins),
		measured.rows(),
	}}, *asMarkdown)
}

// loginsMeasured has a value for each round, with times in milliseconds.
type loginsMeasured struct{ without, with, ratio, answered, busy []float64 }

func (m *loginsMeasured) rows() [][]string {
	row := []string{""}
	for _, values := range [][]float64{m.without, m.with, m.ratio, m.answered, m.busy} {
		row = append(row, spreadOf(values).String())
	}
	return [][]string{{"", "p99 without, ms", "p99 with, ms", "ratio", "log-ins answered, 1/s", "told to come back, 1/s"}, row}
}

func loginsRounds(url string, rounds, each, others int, lasts time.Duration) (m loginsMeasured, err error) {
	plain := func() (float64, error) {
		r, err := load.Run(strings.TrimPrefix(url, "http://"), load.Get("/plain"), load.Options{Connections: 16, Duration: lasts, Rate: others})
		if err != nil {
			return 0, err
		}
		return milliseconds(r.Latency.Quantile(0.99)), nil
	}
	for round := range rounds {
		without, err := plain()
		if err != nil {
			return m, err
		}
		stop := logIn(url, each)
		with, err := plain()
		answered, busy, failed := stop()
		if err != nil {
			return m, err
		}
		if failed > 0 {
			return m, fmt.Errorf("%d log-ins failed", failed)
		}
		fmt.Fprintf(os.Stderr, "round %d of %d: p99 %.1f and %.1f ms; load of the machine %s\n", round+1, rounds, without, with, machineLoad())
		m.without, m.with, m.ratio = append(m.without, without), append(m.with, with), append(m.ratio, with/without)
		m.answered, m.busy = append(m.answered, float64(answered)/lasts.Seconds()), append(m.busy, float64(busy)/lasts.Seconds())
	}
	return m, nil
}

// logIn logs in so many times a second, whether or not earlier ones are answered, until stop is called, which returns what became of them.
func logIn(url string, each int) (stop func() (answered, busy, failed int64)) {
	var counts struct{ answered, busy, failed atomic.Int64 }
	var group sync.WaitGroup
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 1000}, Timeout: time.Minute}
	ended := make(chan struct{})
	group.Go(func() {
		due := time.NewTicker(time.Second / time.Duration(each))
		defer due.Stop()
		for {
			select {
			case <-ended:
				return
			case <-due.C:
				group.Go(func() {
					switch status, text := loginOnce(client, url); {
					case status == http.StatusOK && text == "true":
						counts.answered.Add(1)
					case status == http.StatusServiceUnavailable:
						counts.busy.Add(1)
					default:
						counts.failed.Add(1)
					}
				})
			}
		}
	})
	return func() (answered, busy, failed int64) {
		close(ended)
		answered, busy = counts.answered.Load(), counts.busy.Load() // those that still wait are not counted
		group.Wait()
		client.CloseIdleConnections()
		return answered, busy, counts.failed.Load()
	}
}

func loginOnce(client *http.Client, url string) (status int, text string) {
	response, err := client.Post(url+"/login", "text/plain", nil)
	if err != nil {
		return 0, ""
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return 0, ""
	}
	return response.StatusCode, string(body)
}
