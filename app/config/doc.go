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
//	[ui]
//	theme = "..."         see Themes
//	ascii = false         draw with ASCII characters only
//
// A key is overridden by the variable OWL_TABLE_KEY in upper case, with every
// other character than a letter or digit as "_": [ui] theme by OWL_UI_THEME,
// [sources.ops-log] where by OWL_SOURCES_OPS_LOG_WHERE. A relative folder in a
// variable starts at the working folder. A variable of these tables that names
// no key is refused like an unknown key.
//
// The home, where Owl keeps what it knows, is --home, else $OWL_HOME, else
// $XDG_DATA_HOME/owl, else ~/.local/share/owl.
package config
