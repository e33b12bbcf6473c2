#pragma once
// Lists whose length is limited.

#include "apiserver/kinds/shared/field_errors.hpp"

#include <string>

namespace setpoint { inline namespace v0 { namespace apiserver {

// An item that is null, as Go reads it: empty.
const bj::object& struct_of(const bj::value& item);

// A list that is too long gets one error; its items are then not validated.
template <class Check>
void validate_list_items(const bj::array& list, std::size_t most, const std::string& path, field_errors& to,
                         Check check) {
    if (list.size() > most) {
        too_many(to, path, static_cast<std::int64_t>(list.size()), static_cast<std::int64_t>(most));
        return;
    }
    for (std::size_t i = 0; i < list.size(); ++i) check(list[i], indexed(path, i));
}

}}}  // namespace setpoint::v0::apiserver
