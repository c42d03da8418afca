// Package source holds what connectors share: walking a folder of a source,
// reading a file as UTF-8 text, and reducing a web page to Markdown.
package source
