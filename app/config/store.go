package config

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
)

// Store says where the parts of a knowledge base are kept beside its folder.
type Store struct {
	Text  string // one of TextStores
	Dense string // one of DenseStores
	Graph string // one of GraphStores

	Meilisearch Server // that holds a copy of the words
	Qdrant      Server // that holds a copy of the vectors
	Neo4j       Neo4j
}

// Server is a store of another kind.
type Server struct {
	Address string // "http://host:7700"
	KeyEnv  string // variable that holds the key; empty for a server without keys
	Prefix  string // of the names of its indexes; empty for owl
}

// Neo4j is the database that holds a copy of the fault graph.
type Neo4j struct {
	Address     string // "bolt://host:7687"
	User        string // empty for a server without users
	PasswordEnv string // variable that holds the password
	Database    string // empty for the server's default
}

// Embedded keeps a part in the folder of the knowledge base and nowhere else.
const Embedded = "embedded"

// GraphStores lists where the fault graph can be kept; the first is the default.
func GraphStores() []string { return []string{Embedded, "neo4j"} }

// TextStores lists where the words can be searched; the first is the default.
func TextStores() []string { return []string{Embedded, "meilisearch"} }

// DenseStores lists where the vectors can be searched; the first is the default.
func DenseStores() []string { return []string{Embedded, "qdrant"} }

// CopiesText reports whether a copy of the words is kept in a server.
func (s Store) CopiesText() bool { return s.Text == "meilisearch" }

// CopiesVectors reports whether a copy of the vectors is kept in a server.
func (s Store) CopiesVectors() bool { return s.Dense == "qdrant" }

// CopiesGraph reports whether a copy of the fault graph is kept in a database.
func (s Store) CopiesGraph() bool { return s.Graph == "neo4j" }

// storeTables is the table of this file, with its keys.
func storeTables() map[string]string {
	return map[string]string{"store": "text, dense, graph, meilisearch_address, meilisearch_key_env, meilisearch_index, " +
		"qdrant_address, qdrant_key_env, qdrant_collection, neo4j_address, neo4j_user, neo4j_password_env, neo4j_database"}
}

// setStore sets a key of this table. It is false for any other one.
func (c *Config) setStore(s setting) (why string, mine bool) {
	n, m, q := &c.Store.Neo4j, &c.Store.Meilisearch, &c.Store.Qdrant
	set, ok := map[string]func() string{
		"store.text":                func() string { return oneOf(s, "store of words", TextStores(), &c.Store.Text) },
		"store.dense":               func() string { return oneOf(s, "store of vectors", DenseStores(), &c.Store.Dense) },
		"store.graph":               func() string { return oneOf(s, "store of the graph", GraphStores(), &c.Store.Graph) },
		"store.meilisearch_address": func() string { return webAddress(s, "http://host:7700", &m.Address) },
		"store.meilisearch_key_env": func() string { return text(s, &m.KeyEnv) },
		"store.meilisearch_index":   func() string { return indexName(s, &m.Prefix) },
		"store.qdrant_address":      func() string { return webAddress(s, "http://host:6334", &q.Address) },
		"store.qdrant_key_env":      func() string { return text(s, &q.KeyEnv) },
		"store.qdrant_collection":   func() string { return indexName(s, &q.Prefix) },
		"store.neo4j_address":       func() string { return boltAddress(s, &n.Address) },
		"store.neo4j_user":          func() string { return text(s, &n.User) },
		"store.neo4j_password_env":  func() string { return text(s, &n.PasswordEnv) },
		"store.neo4j_database":      func() string { return text(s, &n.Database) },
	}[strings.Join(s.key, ".")]
	if !ok {
		return "", false
	}
	return set(), true
}

// boltSchemes are the ways to reach a Neo4j.
func boltSchemes() []string {
	return []string{"bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc"}
}

func boltAddress(s setting, to *string) string {
	return serverAddress(s, "bolt://host:7687", "the password's variable in neo4j_password_env", boltSchemes(), to)
}

func webAddress(s setting, example string, to *string) string {
	return serverAddress(s, example, "the key's variable in ..._key_env", []string{"http", "https"}, to)
}

// serverAddress reads the address of a server, without a secret.
func serverAddress(s setting, example, secret string, schemes []string, to *string) string {
	var v string
	if why := text(s, &v); why != "" {
		return why
	}
	u, err := url.Parse(v)
	switch {
	case err != nil || u.Host == "" || !slices.Contains(schemes, u.Scheme):
		return fmt.Sprintf("%q is not an address such as %s", v, example)
	case u.User != nil || u.RawQuery != "":
		return "must not hold a name, a password or a query; name " + secret
	}
	*to = strings.TrimSuffix(v, "/")
	return ""
}

// indexName reads what the name of an index begins with.
func indexName(s setting, to *string) string {
	var v string
	if why := text(s, &v); why != "" {
		return why
	}
	odd := func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '_' }
	if v == "" || len(v) > 40 || strings.ContainsFunc(v, odd) {
		return fmt.Sprintf("%q is no name of small letters, digits and _", v)
	}
	*to = v
	return ""
}

// checkStore refuses a server that is configured in part.
func (c Config) checkStore() error {
	n := c.Store.Neo4j
	for _, f := range []struct {
		copies       bool
		because, key string
		value        string
	}{
		{c.Store.CopiesText(), "store.text", "store.meilisearch_address", c.Store.Meilisearch.Address},
		{c.Store.CopiesVectors(), "store.dense", "store.qdrant_address", c.Store.Qdrant.Address},
		{c.Store.CopiesGraph(), "store.graph", "store.neo4j_address", n.Address},
		{c.Store.CopiesGraph() && n.User != "", "store.neo4j_user", "store.neo4j_password_env", n.PasswordEnv},
	} {
		if f.copies && f.value == "" {
			return &Error{At: c.from[f.because], Key: f.key, Why: "missing"}
		}
	}
	return nil
}

// storeValues lists what is set in this table.
func (c Config) storeValues() []Value {
	var out []Value
	for _, f := range []struct{ key, value string }{
		{"text", c.Store.Text},
		{"dense", c.Store.Dense},
		{"graph", c.Store.Graph},
		{"meilisearch_address", c.Store.Meilisearch.Address},
		{"meilisearch_key_env", c.Store.Meilisearch.KeyEnv},
		{"meilisearch_index", c.Store.Meilisearch.Prefix},
		{"qdrant_address", c.Store.Qdrant.Address},
		{"qdrant_key_env", c.Store.Qdrant.KeyEnv},
		{"qdrant_collection", c.Store.Qdrant.Prefix},
		{"neo4j_address", c.Store.Neo4j.Address},
		{"neo4j_user", c.Store.Neo4j.User},
		{"neo4j_password_env", c.Store.Neo4j.PasswordEnv},
		{"neo4j_database", c.Store.Neo4j.Database},
	} {
		if f.value != "" && c.from["store."+f.key] != "" {
			out = append(out, c.value("store."+f.key, f.value))
		}
	}
	return out
}
