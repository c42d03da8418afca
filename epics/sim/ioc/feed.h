// The updates that drive the records.
#ifndef OWL_IOC_FEED_H
#define OWL_IOC_FEED_H
#include <istream>

// feed applies one update a line until the stream ends:
//
//   TIME SEVERITY NAME VALUE
//
// TIME is in nanoseconds since 1970 and becomes the record's time stamp (its TSE
// must be -2). SEVERITY 0 leaves the alarm to the record's limits; a higher one
// makes it at least that, with the status COMM. VALUE is the rest of the line: a
// number, the index of an enum, the text of a string, or numbers with spaces for
// an array. A line that cannot be applied is named on the standard error.
void feed(std::istream &in);

#endif
