package compose

// The weights are those of a logistic regression, with an L2 penalty of 1, of
// whether a unit holds a quote that a gold answer stands on. It was fitted to
// 54,000 units of the records found for 133 answerable development questions of
// the demo benchmark and 50 over documentation of control-system software; a
// quote of a fact that is not vital counts half. In five-fold cross-validation
// by questions the log loss is 0.0400, against 0.0565 of the base rate.

// bias is the logarithm of the odds of a unit without any feature.
const bias = -8.11

// features lists what a unit is judged by. Read only.
var features = []feature{
	{"its record is the first", -1.26},
	{"1 / rank of its record", 1.37},
	{"score of its record, of the first one's", 3.00},
	{"near in time to the first record", 0.40},
	{"its record is of another time than asked", -0.31},
	{"its record is superseded", -1.33},
	{"length of its record", -4.14},

	{"covers the question", 1.57},
	{"covers one thing that is asked", 1.02},
	{"heading covers the question", 2.20},
	{"unit before covers it", 0.82},
	{"level of its chunk", 4.09},
	{"a time, and one is asked for", 0.52},
	{"a list entry, and steps are asked for", 0.38},
	{"holds a number", 0.53},
	{"holds a time", -0.23},
	{"holds an identifier", -0.31},
	{"holds a person's name", -0.63},
	{"is code", -1.31},
	{"is a heading", -1.99},
	{"its label stands in many records", -2.14},
	{"a short labelled line", -1.68},
	{"identifiers, values and dates in it", 0.61},
	{"its length", 1.35},
	{"near the unit that covers most", 0.41},
	{"covers with neighbours, by rank of the record", 1.12},
}
