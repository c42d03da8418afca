package gateway

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"strings"
)

// Listen opens the port of a gateway. An address that others can reach needs a
// token; the error is ErrToken when there is none.
func Listen(ctx context.Context, address, token string) (net.Listener, error) {
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("listen for the gateway: %w", err)
	}
	if at, ok := l.Addr().(*net.TCPAddr); token == "" && (!ok || !at.IP.IsLoopback()) {
		return nil, errors.Join(ErrToken, l.Close())
	}
	return l, nil
}

// ErrToken says that an address needs a token.
var ErrToken = errors.New("an address that others can reach needs a token")

// Serve answers until the context ends, and lets calls under way finish for a
// while.
func Serve(ctx context.Context, l net.Listener, h http.Handler, logged func(error)) error {
	lasting := context.WithoutCancel(ctx)
	server := &http.Server{
		Handler: h, ReadHeaderTimeout: headerTime, ReadTimeout: headerTime, IdleTimeout: idleTime, MaxHeaderBytes: 16 << 10,
		BaseContext: func(net.Listener) context.Context { return lasting }, ErrorLog: log.New(lines(logged), "", 0),
	}
	ended := make(chan error, 1)
	stop := context.AfterFunc(ctx, func() {
		within, cancel := context.WithTimeout(lasting, endTime)
		defer cancel()
		ended <- errors.Join(server.Shutdown(within), server.Close())
	})
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		stop()
		return fmt.Errorf("serve the gateway: %w", err)
	}
	return <-ended
}

// lines gives each line that is written to a function.
type lines func(error)

// Write implements io.Writer.
func (f lines) Write(p []byte) (int, error) {
	if f != nil {
		f(errors.New(strings.TrimSpace(string(p))))
	}
	return len(p), nil
}
