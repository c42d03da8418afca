// Package config reads owl.toml and gives the effective configuration.
//
// The file is --config, else $OWL_CONFIG, else $XDG_CONFIG_HOME/owl/owl.toml
// (~/.config when XDG_CONFIG_HOME is not set); only the last one may be
// missing. These are all its keys:
//
//	[site]
//	name = "..."          what the console is titled with
//	timezone = "..."      IANA name; "Local" is the zone of the host
//	[sources.NAME]
//	kind = "..."          see Kinds
//	where = "..."         a file or folder; a relative one starts at owl.toml
//	[epics]
//	providers = ["pva", "ca"]
//	addresses = ["..."]   hosts or broadcast addresses that are searched
//	name_servers = ["host:port"]   either with pva:// or ca:// is for that protocol only
//	timeout = "3s"        until a PV counts as missing
//	[archiver]
//	retrieval = "..."     "http://host:17668/retrieval"
//	management = "..."    "http://host:17665/mgmt"
//	format = "raw"        or "json"
//	[channels]
//	databases = ["..."]   files: JSON lines, CSV, naming rules, hierarchies
//	channelfinder = "..." "http://host:8080/ChannelFinder"
//	[llm]
//	base_url = "..."      "http://host:8080/v1"; no language model without it
//	model = "..."         the name that the service knows
//	judge = "..."         another one, which checks drafts
//	api_key_env = "..."   variable that holds the key
//	dialect = "openai"    or "argo"
//	user = "..."          whom an ARGO gateway serves
//	first_token = "60s"   until something of a reply comes
//	stall = "15s"         until more comes
//	timeout = "3m"        of a reply
//	[policy]
//	allowed_hosts = ["..."]  that may be asked for a language model
//	answer_time = "4m"
//	tokens = 8000         that a model may write for an answer
//	tool_calls = 6        for an answer
//	tool_time = "10s"     of a call
//	[store]
//	graph = "embedded"    or "neo4j": a copy of the fault graph is kept there too
//	neo4j_address = "..." "bolt://host:7687"
//	neo4j_user = "..."
//	neo4j_password_env = "..."  variable that holds the password
//	neo4j_database = "..."      of the server, when it is not the default one
//	[ui]
//	theme = "..."         see Themes
//	ascii = false         draw with ASCII characters only
//
// A key is overridden by the variable OWL_TABLE_KEY in upper case, with every
// other character than a letter or digit as "_": [ui] theme by OWL_UI_THEME,
// [sources.ops-log] where by OWL_SOURCES_OPS_LOG_WHERE; a list has commas or
// blanks between its elements there. What [epics] does not say is taken from the
// EPICS_* variables. A relative folder in a
// variable starts at the working folder. A variable of these tables that names
// no key is refused like an unknown key.
//
// The home, where Owl keeps what it knows, is --home, else $OWL_HOME, else
// $XDG_DATA_HOME/owl, else ~/.local/share/owl.
package config
