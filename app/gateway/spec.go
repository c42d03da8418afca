package gateway

import (
	"encoding/json"
	"fmt"

	"owl/engine/tools"
)

// mostPassages is how many passages a query gives at most.
const mostPassages = 50

// FilterProperties are the arguments that narrow a search down, as properties of a
// JSON schema.
const FilterProperties = `"collections":{"type":"array","items":{"type":"string","minLength":1,"maxLength":64},"maxItems":20,"description":"only these, such as bely, icms, wrq"},` +
	`"since":{"type":"string","maxLength":40,"description":"only records from then on: 2024-10-08, 2024-10-08 14:30, 24h, 7d"},` +
	`"until":{"type":"string","maxLength":40,"description":"only records up to then; a day counts whole"}`

// QuerySpec is the tool that /query calls.
func QuerySpec() tools.Spec {
	return tools.Spec{
		Name: "query",
		Description: "Searches the facility's records (logbooks, procedures, work requests, chat, wiki, downtime, manuals) and gives the passages that match best, with collection, document id, text and score. " +
			"channels is bm25 (words; the default) or hybrid (words, meaning and the fault graph, reranked). Cite by doc_id.",
		Schema: json.RawMessage(fmt.Sprintf(`{"type":"object","properties":{`+
			`"query":{"type":"string","minLength":1,"maxLength":4000,"description":"a question or words; PV names and record ids as typed"},`+
			`"k":{"type":"integer","minimum":1,"maximum":%d,"default":10,"description":"most passages to give"},`+
			`"channels":{"type":"string","enum":["bm25","hybrid"],"default":"bm25"},%s},"required":["query"],"additionalProperties":false}`, mostPassages, FilterProperties)),
	}
}

// HealthSpec is the tool that /health calls.
func HealthSpec() tools.Spec {
	return tools.Spec{
		Name:        "health",
		Description: "Says whether the records can be searched: the sources with their size and freshness, and what is missing or broken, one line each.",
		Schema:      json.RawMessage(`{"type":"object","properties":{},"additionalProperties":false}`),
	}
}
