package config

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
)

// Store says where the parts of a knowledge base are kept beside its folder.
type Store struct {
	Graph string // one of GraphStores
	Neo4j Neo4j
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

// CopiesGraph reports whether a copy of the fault graph is kept in a database.
func (s Store) CopiesGraph() bool { return s.Graph == "neo4j" }

// storeTables is the table of this file, with its keys.
func storeTables() map[string]string {
	return map[string]string{"store": "text, dense, graph, neo4j_address, neo4j_user, neo4j_password_env, neo4j_database"}
}

// setStore sets a key of this table. It is false for any other one.
func (c *Config) setStore(s setting) (why string, mine bool) {
	n, only := &c.Store.Neo4j, ""
	set, ok := map[string]func() string{
		"store.text":               func() string { return oneOf(s, "store of words", []string{Embedded}, &only) },
		"store.dense":              func() string { return oneOf(s, "store of vectors", []string{Embedded}, &only) },
		"store.graph":              func() string { return oneOf(s, "store of the graph", GraphStores(), &c.Store.Graph) },
		"store.neo4j_address":      func() string { return boltAddress(s, &n.Address) },
		"store.neo4j_user":         func() string { return text(s, &n.User) },
		"store.neo4j_password_env": func() string { return text(s, &n.PasswordEnv) },
		"store.neo4j_database":     func() string { return text(s, &n.Database) },
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
	var v string
	if why := text(s, &v); why != "" {
		return why
	}
	u, err := url.Parse(v)
	switch {
	case err != nil || u.Host == "" || !slices.Contains(boltSchemes(), u.Scheme):
		return fmt.Sprintf("%q is not an address such as bolt://host:7687", v)
	case u.User != nil || u.RawQuery != "":
		return "must not hold a name, a password or a query; name the password's variable in neo4j_password_env"
	}
	*to = strings.TrimSuffix(v, "/")
	return ""
}

// checkStore refuses a Neo4j that is configured in part.
func (c Config) checkStore() error {
	if !c.Store.CopiesGraph() {
		return nil
	}
	if c.Store.Neo4j.Address == "" {
		return &Error{At: c.from["store.graph"], Key: "store.neo4j_address", Why: "missing"}
	}
	if c.Store.Neo4j.User != "" && c.Store.Neo4j.PasswordEnv == "" {
		return &Error{At: c.from["store.neo4j_user"], Key: "store.neo4j_password_env", Why: "missing"}
	}
	return nil
}

// storeValues lists what is set in this table.
func (c Config) storeValues() []Value {
	var out []Value
	for _, f := range []struct{ key, value string }{
		{"graph", c.Store.Graph},
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
