package tape

import (
	"context"

	"github.com/fwrun/fwrun/devtools/replay"
	"github.com/fwrun/fwrun/jsapi/search"
)

// Cluster returns a search cluster that records what is asked of it.
func (r *Recorder) Cluster(name string, inner search.Cluster) search.Cluster {
	return &recordedCluster{inner, r, name}
}

type recordedCluster struct {
	inner search.Cluster
	by    *Recorder
	name  string
}

func (r *Recorder) searchAsks(name, method, path string, body []byte, mediaType string) map[string]any {
	return asksOf(map[string]any{"cluster": name, "method": method, "path": path}, r.body(mediaType, body, true))
}

func (c *recordedCluster) Send(ctx context.Context, method, path string, body []byte, mediaType string, reads bool) (int, []byte, error) {
	status, got, err := c.inner.Send(ctx, method, path, body, mediaType, reads)
	if replay.Of(ctx) != nil {
		add(ctx, replay.Search, len(path)+len(body)+len(got), func() (replay.Call, error) {
			call := replay.Call{Asks: c.by.searchAsks(c.name, method, path, body, mediaType)}
			if err != nil {
				call.Fails = faultOf(err)
				return call, nil
			}
			return call, call.Set(answer{Status: status, Body: c.by.body("application/json", got, true)})
		})
	}
	return status, got, err
}

// PlayedCluster returns a search cluster that answers from recordings.
func PlayedCluster(name string, by *Recorder) search.Cluster { return &playedCluster{by, name} }

type playedCluster struct {
	by   *Recorder
	name string
}

func (c *playedCluster) Send(ctx context.Context, method, path string, body []byte, mediaType string, _ bool) (int, []byte, error) {
	p := replay.PlayerOf(ctx)
	if p == nil {
		return 0, nil, unreached("the search cluster " + c.name)
	}
	call, err := asked(ctx, p, replay.Search, c.by.searchAsks(c.name, method, path, body, mediaType))
	if err != nil {
		return 0, nil, err
	}
	var given answer
	err = call.Given(&given)
	return given.Status, given.Bytes(), err
}
