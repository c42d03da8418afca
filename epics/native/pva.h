// PV Access, by pvxs.
#ifndef OWL_PVA_H
#define OWL_PVA_H

#include <map>
#include <memory>
#include <string>

#include "event.h"

namespace owl {

using Definitions = std::map<std::string, std::string>;

std::unique_ptr<Source> openPva(const Definitions &definitions, Signal &signal);

}  // namespace owl

#endif
