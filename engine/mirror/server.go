package mirror

import (
	"fmt"
	"net/url"
	"os"

	"owl/engine"
)

// Server reads the address of a store, and the key that the variable keyEnv holds;
// without such a variable it is empty. The error is engine.ErrUsage.
func Server(store, address, example, keyEnv string) (u *url.URL, key string, err error) {
	u, err = url.Parse(address)
	if err != nil || u.Hostname() == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, "", fmt.Errorf("%s: %q is not an address such as %s: %w", store, address, example, engine.ErrUsage)
	}
	if keyEnv == "" {
		return u, "", nil
	}
	if key = os.Getenv(keyEnv); key == "" {
		return nil, "", fmt.Errorf("%s at %s: the environment variable %q with the key is empty: %w", store, u.Host, keyEnv, engine.ErrUsage)
	}
	return u, key, nil
}
