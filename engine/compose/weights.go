package compose

// The weights are those of a logistic regression, with an L2 penalty of 1, of
// whether a unit holds a quote that a gold answer stands on. It was fitted to
// 64,000 units of the records found for 133 answerable development questions of
// the demo benchmark, 50 over documentation of control-system software, and 49
// for single facts of the demo, which count 0.4; a quote of a fact that is not
// vital counts half. In five-fold cross-validation by questions the log loss is
// 0.0431, against about 0.06 of the base rate.

// bias is the logarithm of the odds of a unit without any feature.
const bias = -7.44

// features lists what a unit is judged by. Read only.
var features = []feature{
	{"its record is the first", -0.87},
	{"1 / rank of its record", 1.13},
	{"score of its record, of the first one's", 2.99},
	{"near in time to the first record", 0.41},
	{"its record is of another time than asked", -0.36},
	{"its record is superseded", -0.48},
	{"length of its record", -3.87},

	{"covers the question", 2.04},
	{"covers one thing that is asked", 1.22},
	{"heading covers the question", 1.06},
	{"unit before covers it", 0.36},
	{"level of its chunk", 3.04},
	{"a time, and one is asked for", 0.32},
	{"a list entry, and steps are asked for", 0.41},
	{"holds a number", 0.48},
	{"holds a time", -0.17},
	{"holds an identifier", -0.34},
	{"holds a person's name", -0.58},
	{"is code", -1.03},
	{"is a heading", -1.92},
	{"its label stands in many records", -1.95},
	{"a short labelled line", -1.21},
	{"identifiers, values and dates in it", 0.81},
	{"its length", 1.20},
	{"near the unit that covers most", 0.42},
	{"covers with neighbours, by rank of the record", 0.95},
}
