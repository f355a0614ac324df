package tokens

import (
	"context"
	"fmt"
	"io"
	"net/http"
)

// maxFetched is how long a document of an issuer may be, in bytes.
const maxFetched = 512 << 10

// Fetch returns a document that an issuer publishes, such as its keys.
func Fetch(ctx context.Context, client *http.Client, url, accept string) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Accept", accept)
	response, err := client.Do(request)
	if err != nil {
		return nil, err
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("status %d", response.StatusCode)
	}
	b, err := io.ReadAll(io.LimitReader(response.Body, maxFetched+1))
	if err == nil && len(b) > maxFetched {
		err = fmt.Errorf("it is longer than %d bytes", maxFetched)
	}
	return b, err
}
