// Package suite reads a benchmark: questions with gold answers, nuggets and
// graded evidence.
//
// A file is a JSON list of records of the released shape
//
//	{id, query_type, source_collection, difficulty, question, gold_answer,
//	 nuggets [{label, chain_role, text}], evidence [{doc_id, grade}]}
//
// with what Owl's own files add: answerable, split, why_not and near of a
// record, doc_id and quote of a nugget, quotes of evidence. Other keys are passed
// over. A folder is all its .json files in the order of their names.
//
//	question.go  what a record says
//	read.go      files and folders
//	check.go     which records are refused, by file, record and field
package suite
