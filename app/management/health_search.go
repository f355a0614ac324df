package management

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/fwrun/fwrun/actuator/health"
)

// check asks a search cluster how it is. A red one lacks data.
func (c Cluster) check(ctx context.Context) (health.Health, error) {
	status, body, err := c.Health(ctx)
	if err != nil {
		return health.Health{}, err
	}
	if status != http.StatusOK {
		return health.Health{}, fmt.Errorf("the cluster answers %d", status)
	}
	var found struct {
		Name  string `json:"cluster_name"`
		State string `json:"status"`
		Nodes int    `json:"number_of_nodes"`
	}
	if err := json.Unmarshal(body, &found); err != nil {
		return health.Health{}, fmt.Errorf("the cluster's answer is not JSON: %w", err)
	}
	h := health.Of(health.Up)
	if found.State == "red" {
		h.Status = health.Down
	}
	return h.With("cluster_name", found.Name).With("status", found.State).With("number_of_nodes", found.Nodes), nil
}
