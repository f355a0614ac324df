package http_test

import (
	"testing"

	"github.com/fwrun/fwrun/jsapi/folders"
	"github.com/fwrun/fwrun/jsapi/http"
	"github.com/fwrun/fwrun/jsapi/realm/realmtest"
	"github.com/fwrun/fwrun/platform/pollution"
)

func newPage(t *testing.T) *realmtest.Page {
	t.Helper()
	return realmtest.New(t, http.Module(folders.Folders{Application: "/app"}, pollution.Kept))
}
