// Channel Access, by libca.
#ifndef OWL_CA_H
#define OWL_CA_H

#include <memory>

#include "pva.h"

namespace owl {

std::unique_ptr<Source> openCa(const Definitions &definitions, Signal &signal);

}  // namespace owl

#endif
