// Package neo4j keeps a copy of the fault graph in a Neo4j database, for tools that
// ask it there, and asks it in the part of Cypher that only reads. The graph of the
// knowledge base stays the truth, and answers when the database does not.
//
//	neo4j.go  configuration, the client, what goes wrong in words
//	push.go   the copy is brought in line with the graph
//	facts.go  nodes and relations as they are stored
//	query.go  queries and their rows
//
// Every node has the label Owl beside that of its kind, and its key is unique. The
// database should hold nothing else.
package neo4j

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"
	"time"

	driver "github.com/neo4j/neo4j-go-driver/v5/neo4j"
	"github.com/neo4j/neo4j-go-driver/v5/neo4j/config"

	"owl/engine"
)

// Config says which database is used. Only Address must be set.
type Config struct {
	Address     string // bolt://host:7687, neo4j://host, also +s and +ssc
	User        string // empty for a server without users
	PasswordEnv string // variable that holds the password
	Database    string // empty for the server's default

	Connect time.Duration // until a connection stands; 0 is 3 s
	Query   time.Duration // of a query; 0 is 10 s
	Write   time.Duration // of a batch that is written; 0 is 2 min
}

// retryTime is for how long a transaction is tried again, that is not at all: a
// server that is down is done without, so that nobody waits for it.
const retryTime = time.Nanosecond

// Client is a connection to a database. It is safe for concurrent use.
type Client struct {
	driver driver.DriverWithContext
	cfg    Config
	host   string
}

// New makes a client; nothing is asked yet. The error is engine.ErrUsage.
func New(cfg Config) (*Client, error) {
	u, err := url.Parse(cfg.Address)
	if err != nil || u.Host == "" {
		return nil, fmt.Errorf("neo4j: %q is not an address such as bolt://host:7687: %w", cfg.Address, engine.ErrUsage)
	}
	auth := driver.NoAuth()
	if cfg.User != "" {
		password := os.Getenv(cfg.PasswordEnv)
		if cfg.PasswordEnv == "" || password == "" {
			return nil, fmt.Errorf("neo4j at %s: the environment variable %q with the password of %s is empty: %w", u.Host, cfg.PasswordEnv, cfg.User, engine.ErrUsage)
		}
		auth = driver.BasicAuth(cfg.User, password, "")
	}
	cfg.Connect, cfg.Query, cfg.Write = cmp.Or(cfg.Connect, 3*time.Second), cmp.Or(cfg.Query, 10*time.Second), cmp.Or(cfg.Write, 2*time.Minute)
	d, err := driver.NewDriverWithContext(cfg.Address, auth, func(c *config.Config) {
		c.SocketConnectTimeout, c.ConnectionAcquisitionTimeout = cfg.Connect, cfg.Connect
		c.MaxTransactionRetryTime = retryTime
		c.TelemetryDisabled = true
		c.UserAgent = "owl"
	})
	if err != nil {
		return nil, fmt.Errorf("neo4j at %s: %w: %w", u.Host, err, engine.ErrUsage)
	}
	return &Client{driver: d, cfg: cfg, host: u.Host}, nil
}

// Close lets go of the connections.
func (c *Client) Close(ctx context.Context) error { return c.driver.Close(ctx) }

// Host is the server's host and port, for people.
func (c *Client) Host() string { return c.host }

// Count is how many nodes and relations the copy has.
func (c *Client) Count(ctx context.Context) (nodes, edges int, err error) {
	err = c.read(ctx, c.cfg.Query, func(tx driver.ManagedTransaction) error {
		for text, into := range map[string]*int{"MATCH (n:Owl) RETURN count(n)": &nodes, "MATCH ()-[r]->() RETURN count(r)": &edges} {
			rows, err := tx.Run(ctx, text, nil)
			if err != nil {
				return err
			}
			one, err := rows.Single(ctx)
			if err != nil {
				return err
			}
			n, _ := one.Values[0].(int64) // count gives nothing else
			*into = int(n)
		}
		return nil
	})
	return nodes, edges, err
}

// read runs a transaction that only reads, and that the server ends in time.
func (c *Client) read(ctx context.Context, limit time.Duration, do func(driver.ManagedTransaction) error) error {
	ctx, end := context.WithTimeout(ctx, limit+c.cfg.Connect)
	defer end()
	s := c.driver.NewSession(ctx, driver.SessionConfig{AccessMode: driver.AccessModeRead, DatabaseName: c.cfg.Database})
	defer func() { _ = s.Close(ctx) }() // what it did is known by then
	_, err := s.ExecuteRead(ctx, func(tx driver.ManagedTransaction) (any, error) { return nil, do(tx) }, driver.WithTxTimeout(limit))
	return c.explain(ctx, err, limit)
}

// write runs one statement that writes.
func (c *Client) write(ctx context.Context, text string, params map[string]any) error {
	ctx, end := context.WithTimeout(ctx, c.cfg.Write+c.cfg.Connect)
	defer end()
	s := c.driver.NewSession(ctx, driver.SessionConfig{AccessMode: driver.AccessModeWrite, DatabaseName: c.cfg.Database})
	defer func() { _ = s.Close(ctx) }() // what it did is known by then
	_, err := s.ExecuteWrite(ctx, func(tx driver.ManagedTransaction) (any, error) {
		done, err := tx.Run(ctx, text, params)
		if err != nil {
			return nil, err
		}
		return done.Consume(ctx)
	}, driver.WithTxTimeout(c.cfg.Write))
	return c.explain(ctx, err, c.cfg.Write)
}

// explain puts an error in one line that names the server.
func (c *Client) explain(ctx context.Context, err error, limit time.Duration) error {
	var refused *driver.Neo4jError
	switch {
	case err == nil:
		return nil
	case errors.Is(context.Cause(ctx), context.Canceled):
		return fmt.Errorf("neo4j at %s: %w", c.host, context.Canceled)
	case ctx.Err() != nil || errors.As(err, &refused) && strings.Contains(refused.Code, "Timed"):
		return fmt.Errorf("neo4j at %s gave no answer in %s", c.host, limit)
	case errors.As(err, &refused):
		return fmt.Errorf("neo4j at %s refused: %s", c.host, line(refused.Msg))
	}
	if err = inner(err); errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("neo4j at %s cannot be reached: no connection in %s", c.host, c.cfg.Connect)
	}
	return fmt.Errorf("neo4j at %s cannot be reached: %s", c.host, line(err.Error()))
}

// inner is what went wrong at last, without what the driver says around it.
func inner(err error) error {
	var tried *driver.TransactionExecutionLimit
	if errors.As(err, &tried) && len(tried.Errors) > 0 {
		err = tried.Errors[len(tried.Errors)-1]
	}
	var connection *driver.ConnectivityError
	if errors.As(err, &connection) {
		return connection.Inner
	}
	return err
}

// line is the first line of a message, which may quote a whole query below it.
func line(text string) string {
	first, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return strings.TrimSpace(first)
}
