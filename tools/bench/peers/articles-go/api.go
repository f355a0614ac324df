package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

type api struct {
	store  *store
	secret []byte
}

func (a api) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /login", a.login)
	mux.HandleFunc("GET /articles", a.list)
	mux.HandleFunc("GET /articles/{slug}", a.find)
	mux.HandleFunc("GET /tags", a.tags)
	mux.HandleFunc("GET /feed", a.known(a.feed))
	mux.HandleFunc("POST /articles", a.known(a.create))
	mux.HandleFunc("PUT /articles/{slug}", a.known(a.change))
	mux.HandleFunc("POST /articles/{slug}/favourite", a.known(a.favour))
	mux.HandleFunc("DELETE /articles/{slug}/favourite", a.known(a.unfavour))
	return mux
}

// known calls a handler with the id of the user whose token the request bears.
func (a api) known(handle func(w http.ResponseWriter, r *http.Request, user int)) http.HandlerFunc {
	parser := jwt.NewParser(jwt.WithValidMethods([]string{"HS256"}), jwt.WithIssuer("articles"), jwt.WithAudience("articles"),
		jwt.WithExpirationRequired())
	return func(w http.ResponseWriter, r *http.Request) {
		token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		var claims jwt.RegisteredClaims
		if _, err := parser.ParseWithClaims(token, &claims, func(*jwt.Token) (any, error) { return a.secret, nil }); err != nil {
			refuse(w, http.StatusUnauthorized, err.Error())
			return
		}
		user, err := strconv.Atoi(claims.Subject)
		if err != nil {
			refuse(w, http.StatusUnauthorized, "the subject is no id")
			return
		}
		handle(w, r, user)
	}
}

func (a api) login(w http.ResponseWriter, r *http.Request) {
	c, err := read[credentials](r)
	if err != nil {
		fail(w, err)
		return
	}
	user, err := a.store.userByName(r.Context(), c.Username)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		fail(w, err)
		return
	}
	if err != nil || !fits(c.Password, user.hash) {
		refuse(w, http.StatusUnauthorized, "the name or the password is wrong")
		return
	}
	now := time.Now()
	token, err := jwt.NewWithClaims(jwt.SigningMethodHS256, jwt.RegisteredClaims{
		Subject: strconv.Itoa(user.id), Issuer: "articles", Audience: jwt.ClaimStrings{"articles"},
		IssuedAt: jwt.NewNumericDate(now), ExpiresAt: jwt.NewNumericDate(now.Add(time.Hour)),
	}).SignedString(a.secret)
	answer(w, http.StatusOK, map[string]any{"token": token, "user": user}, err)
}

type articlesAnswer struct {
	Articles []article `json:"articles"`
}

type articleAnswer struct {
	Article *article `json:"article"`
}

func (a api) list(w http.ResponseWriter, r *http.Request) {
	limit, offset, err := page(r)
	if err != nil {
		fail(w, err)
		return
	}
	list, err := a.store.latest(r.Context(), limit, offset)
	answer(w, http.StatusOK, articlesAnswer{list}, err)
}

func (a api) feed(w http.ResponseWriter, r *http.Request, user int) {
	limit, offset, err := page(r)
	if err != nil {
		fail(w, err)
		return
	}
	list, err := a.store.feed(r.Context(), user, limit, offset)
	answer(w, http.StatusOK, articlesAnswer{list}, err)
}

func (a api) find(w http.ResponseWriter, r *http.Request) {
	one, err := a.store.find(r.Context(), r.PathValue("slug"))
	answer(w, http.StatusOK, articleAnswer{one}, err)
}

func (a api) tags(w http.ResponseWriter, r *http.Request) {
	tags, err := a.store.popularTags(r.Context())
	answer(w, http.StatusOK, map[string][]string{"tags": tags}, err)
}

func (a api) create(w http.ResponseWriter, r *http.Request, user int) {
	d, err := read[newArticle](r)
	if err != nil {
		fail(w, err)
		return
	}
	one, err := a.store.create(r.Context(), user, d)
	if err == nil {
		w.Header().Set("Location", "/articles/"+one.Slug)
	}
	answer(w, http.StatusCreated, articleAnswer{one}, err)
}

func (a api) change(w http.ResponseWriter, r *http.Request, user int) {
	c, err := read[articleChange](r)
	if err != nil {
		fail(w, err)
		return
	}
	one, err := a.store.change(r.Context(), user, r.PathValue("slug"), c)
	answer(w, http.StatusOK, articleAnswer{one}, err)
}

func (a api) favour(w http.ResponseWriter, r *http.Request, user int) {
	a.like(w, r, user, true, a.store.favour)
}

func (a api) unfavour(w http.ResponseWriter, r *http.Request, user int) {
	a.like(w, r, user, false, a.store.unfavour)
}

func (a api) like(w http.ResponseWriter, r *http.Request, user int, likes bool, change func(context.Context, int, string) (*article, error)) {
	one, err := change(r.Context(), user, r.PathValue("slug"))
	if err == nil {
		one.Favourited = &likes
	}
	answer(w, http.StatusOK, articleAnswer{one}, err)
}

// page reads limit and offset of a query.
func page(r *http.Request) (limit, offset int, err error) {
	query := r.URL.Query()
	if limit, err = number(query.Get("limit"), 20); err != nil {
		return 0, 0, err
	}
	if offset, err = number(query.Get("offset"), 0); err != nil {
		return 0, 0, err
	}
	if limit < 1 || limit > 100 || offset < 0 {
		return 0, 0, invalid("limit must be between 1 and 100, and offset not negative")
	}
	return limit, offset, nil
}

func number(text string, otherwise int) (int, error) {
	if text == "" {
		return otherwise, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0, invalid(fmt.Sprintf("%q is not a number", text))
	}
	return n, nil
}

// answer writes a value, or the error that came in its place.
func answer(w http.ResponseWriter, status int, value any, err error) {
	if err != nil {
		fail(w, err)
		return
	}
	body, err := json.Marshal(value)
	if err != nil {
		fail(w, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body)
}

func fail(w http.ResponseWriter, err error) {
	var mistake invalid
	switch {
	case errors.As(err, &mistake):
		refuse(w, http.StatusBadRequest, mistake.Error())
	case errors.Is(err, sql.ErrNoRows):
		refuse(w, http.StatusNotFound, "there is no such article")
	case errors.Is(err, errForbidden):
		refuse(w, http.StatusForbidden, err.Error())
	default:
		refuse(w, http.StatusInternalServerError, err.Error())
	}
}

func refuse(w http.ResponseWriter, status int, message string) {
	answer(w, status, map[string]string{"message": message}, nil)
}
