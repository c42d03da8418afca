package models

import "strings"

// family is how the models of a name are used, by their model cards. It
// stands in where a folder does not say it.
type family struct {
	has      []string // parts of the name in small letters
	pooling  Pooling
	prefixes Prefixes
}

const (
	bgeQuery      = "Represent this sentence for searching relevant passages: "
	instructQuery = "Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery: "
)

// families lists the narrower names first.
func families() []family {
	return []family{
		{[]string{"e5", "instruct"}, Mean, Prefixes{Query: instructQuery}},
		{[]string{"e5-"}, Mean, Prefixes{"query: ", "passage: "}},
		{[]string{"bge-", "-en"}, CLS, Prefixes{Query: bgeQuery}},
		{[]string{"bge-"}, CLS, Prefixes{}},
		{[]string{"mxbai-embed"}, CLS, Prefixes{Query: bgeQuery}},
		{[]string{"arctic-embed", "v2"}, CLS, Prefixes{Query: "query: "}},
		{[]string{"arctic-embed"}, CLS, Prefixes{Query: bgeQuery}},
		{[]string{"nomic-embed"}, Mean, Prefixes{"search_query: ", "search_document: "}},
		{[]string{"qwen3-embedding"}, Last, Prefixes{Query: instructQuery}},
	}
}

// familyOf finds the family of a model's name. Others are pooled by their mean,
// as sentence-transformers does, and have no prefixes.
func familyOf(name string) family {
	name = strings.ToLower(name)
	for _, f := range families() {
		all := true
		for _, part := range f.has {
			all = all && strings.Contains(name, part)
		}
		if all {
			return f
		}
	}
	return family{pooling: Mean}
}
