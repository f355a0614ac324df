package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strconv"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/fwrun/fwrun/tools/bench/internal/articles"
)

// reader is the id of the user who sends the requests, and stranger that of another one.
const (
	reader   = 3
	stranger = 4
)

const missing = "/articles/there-is-no-such-article"

// articleWork makes the requests for the backend of articles, whose content is a model of what the peers' databases hold.
type articleWork struct {
	model *articles.Content
	now   time.Time
}

// browser returns the headers that a client sends with each request, with the token of a user unless its id is 0.
func (w articleWork) browser(user int) []string {
	headers := []string{"Accept: application/json", "User-Agent: bench/1.0", "X-Client: web/3.2.0"}
	if user != 0 {
		headers = append(headers, "Authorization: Bearer "+w.token(user, nil))
	}
	return headers
}

// token signs a token for a user, with claims that differ from those of a good one.
func (w articleWork) token(user int, changed jwt.MapClaims) string {
	claims := jwt.MapClaims{
		"iss": "articles", "aud": "articles", "sub": strconv.Itoa(user), "iat": w.now.Unix(), "exp": w.now.Add(12 * time.Hour).Unix(),
	}
	for name, value := range changed {
		claims[name] = value
	}
	text, err := jwt.NewWithClaims(jwt.SigningMethodHS256, claims).SignedString([]byte(tokenSecret))
	if err != nil {
		panic(err) // the key is a constant
	}
	return text
}

func (w articleWork) exchange(method, path string, user int, body string, want any) exchange {
	return exchange{method: method, path: path, headers: w.browser(user), body: body, want: w.recent(want), answers: []string{"X-Request-Id: *"}}
}

func (w articleWork) get(path string, user int, cache string, want any) exchange {
	x := w.exchange(http.MethodGet, path, user, "", want)
	x.answers = append(x.answers, "Cache-Control: "+cache)
	return x
}

// recent returns a check that compares JSON, where times of this run are articles.Now.
func (w articleWork) recent(want any) check {
	text, err := json.Marshal(want)
	if err != nil {
		panic(err) // it is made of plain values
	}
	return func(body []byte) error {
		var got, wanted any
		if err := json.Unmarshal(body, &got); err != nil {
			return fmt.Errorf("no JSON: %w: %.200s", err, body)
		}
		if err := json.Unmarshal(text, &wanted); err != nil {
			return err
		}
		if !reflect.DeepEqual(articles.Blur(got, w.now), wanted) {
			return fmt.Errorf("answered with %.900s, want %.900s", body, text)
		}
		return nil
	}
}

func loggingIn(name, password string) exchange {
	return exchange{method: http.MethodPost, path: "/login", body: draft{"username": name, "password": password}.json()}
}

// login returns a log-in, whose answer has a token for the user.
func (w articleWork) login() exchange {
	u := w.model.Users[reader-1]
	x := loggingIn(u.Name, articles.Password)
	x.want = check(func(body []byte) error {
		var got struct {
			Token string
			User  json.RawMessage
		}
		if err := json.Unmarshal(body, &got); err != nil {
			return err
		}
		token, err := jwt.Parse(got.Token, func(*jwt.Token) (any, error) { return []byte(tokenSecret), nil },
			jwt.WithIssuer("articles"), jwt.WithAudience("articles"), jwt.WithExpirationRequired())
		if err != nil {
			return err
		}
		if subject, err := token.Claims.GetSubject(); err != nil || subject != strconv.Itoa(reader) {
			return fmt.Errorf("a token of %q: %w", subject, err)
		}
		return w.recent(object{"username": u.Name, "email": u.Email, "bio": orNull(u.Bio), "image": orNull(u.Image)})(got.User)
	})
	return x
}
