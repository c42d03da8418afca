// Package extract reads facts for the fault graph from records, by rules.
package extract
