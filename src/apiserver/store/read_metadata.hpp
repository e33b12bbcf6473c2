#pragma once
// The metadata of a record that is looked up without parsing its text.

#include "apiserver/store/store.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

// Sets uid, labels and owners.
void read_metadata(const bj::object& meta, record& r);

}}}  // namespace setpoint::v0::apiserver
