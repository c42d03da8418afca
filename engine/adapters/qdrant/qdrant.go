// Package qdrant keeps a copy of the chunks' vectors in a Qdrant server and lets it
// answer as the dense channel.
//
//	qdrant.go  configuration, the client, what goes wrong in words
//	search.go  exact search, filters before ranking
//	push.go    the copy
//
// The collection is called by the knowledge base, the model that made the vectors
// and the version of this package, so that none of these ever mix.
package qdrant

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	api "github.com/qdrant/go-client/qdrant"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"owl/engine"
	"owl/engine/mirror"
)

// format is the version of the points and their payload.
const format = 1

// Config says which server is used. Only Address and Base must be set.
type Config struct {
	Address    string // http://host:6334, the port of gRPC; https for TLS
	KeyEnv     string // variable that holds the key; empty for a server without keys
	Collection string // what the name of the collection begins with; empty for owl
	Base       string // which knowledge base it is a copy of

	Write time.Duration // for a batch to be written; 0 is 2 min
}

// Client speaks to a server. It is safe for concurrent use.
type Client struct {
	api    *api.Client
	prefix string
	host   string
	write  time.Duration
	model  func(context.Context) engine.ModelID
}

// New makes a client for the vectors of a model, which may only be known later;
// nothing is asked yet. The error is engine.ErrUsage.
func New(cfg Config, model func(context.Context) engine.ModelID) (*Client, error) {
	u, key, err := mirror.Server("qdrant", cfg.Address, "http://host:6334", cfg.KeyEnv)
	if err != nil {
		return nil, err
	}
	port := 0 // the usual one
	if u.Port() != "" {
		if port, err = strconv.Atoi(u.Port()); err != nil {
			return nil, fmt.Errorf("qdrant: %q has no port: %w", cfg.Address, engine.ErrUsage)
		}
	}
	client, err := api.NewClient(&api.Config{
		Host: u.Hostname(), Port: port, UseTLS: u.Scheme == "https", SkipCompatibilityCheck: true, PoolSize: 1,
		GrpcOptions: []grpc.DialOption{grpc.WithChainUnaryInterceptor(bringing(key))},
	})
	if err != nil {
		return nil, fmt.Errorf("qdrant at %s: %w: %w", u.Host, err, engine.ErrUsage)
	}
	return &Client{
		api: client, host: u.Host, write: cmp.Or(cfg.Write, 2*time.Minute), model: model,
		prefix: fmt.Sprintf("%s-%s-%d", cmp.Or(cfg.Collection, "owl"), cfg.Base, format),
	}, nil
}

// bringing sends the key with every call. The client's own way to do so writes a
// line to stderr, where a console is.
func bringing(key string) grpc.UnaryClientInterceptor {
	return func(ctx context.Context, method string, req, reply any, conn *grpc.ClientConn, call grpc.UnaryInvoker, options ...grpc.CallOption) error {
		if key != "" {
			ctx = metadata.AppendToOutgoingContext(ctx, "api-key", key)
		}
		return call(ctx, method, req, reply, conn, options...)
	}
}

// Close lets go of the connections.
func (c *Client) Close() error { return c.api.Close() }

// Host is the server's host and port, for people.
func (c *Client) Host() string { return c.host }

// collection is the name of the collection of the model's vectors.
func (c *Client) collection(ctx context.Context) string {
	id, _ := json.Marshal(c.model(ctx)) // strings and a number
	sum := sha256.Sum256(id)
	return c.prefix + "-" + hex.EncodeToString(sum[:4])
}

// Count is how many vectors of the model the copy holds; 0 when there are none.
func (c *Client) Count(ctx context.Context) (int, error) {
	exact := true
	n, err := c.api.Count(ctx, &api.CountPoints{CollectionName: c.collection(ctx), Exact: &exact})
	if status.Code(err) == codes.NotFound {
		return 0, nil
	}
	return int(n), c.explain(ctx, err)
}

// explain puts an error in one line that names the server.
func (c *Client) explain(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	said := mirror.Line(err.Error())
	var inner interface{ GRPCStatus() *status.Status }
	if errors.As(err, &inner) {
		said = mirror.Line(inner.GRPCStatus().Message())
	}
	switch status.Code(err) {
	case codes.Canceled:
		if ctx.Err() != nil {
			return fmt.Errorf("qdrant at %s: %w", c.host, context.Cause(ctx))
		}
	case codes.DeadlineExceeded:
		return fmt.Errorf("qdrant at %s gave no answer in time", c.host)
	case codes.Unauthenticated, codes.PermissionDenied:
		return fmt.Errorf("qdrant at %s refuses the key", c.host)
	case codes.Unavailable:
		return fmt.Errorf("qdrant at %s cannot be reached: %s", c.host, said)
	}
	return fmt.Errorf("qdrant at %s refused: %s", c.host, said)
}
