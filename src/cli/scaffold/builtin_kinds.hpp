#pragma once
// The kinds of Kubernetes that `create api --resource=false` writes controllers for.

#include <span>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace cli::scaffold {

struct builtin_kind {
    std::string_view group, version, kind;
    std::string_view type;    // in namespace setpoint::kinds
    std::string_view header;  // in setpoint/api/, unless <setpoint/operator.hpp> includes it
    bool namespaced;
    // Lines that make `o`, an object with a name only, one that the API server accepts.
    std::string_view object_lines;
    // Also the C++ namespace, unless it is the kind's name: a word of C++, or another type of setpoint.
    std::string_view folder{};
};

std::span<const builtin_kind> builtin_kinds();
// Null if there is none. "core" is the group "".
const builtin_kind* find_builtin(std::string_view group, std::string_view version, std::string_view kind);

}}}  // namespace setpoint::v0::cli::scaffold
