#include "setpoint/webhook/builder.hpp"

#include "framework/core/ascii.hpp"

namespace setpoint { inline namespace v0 {

namespace {

std::string path_of(std::string_view prefix, const group_version_kind& of) {
    std::string path(prefix);
    for (const char c : of.group) path += c == '.' ? '-' : c;
    return path.append("-").append(of.version).append("-").append(lower_case(of.kind));
}

}  // namespace

std::string_view to_string(admission_operation o) noexcept {
    switch (o) {
        case admission_operation::create:
            return "CREATE";
        case admission_operation::update:
            return "UPDATE";
        case admission_operation::remove:
            return "DELETE";
        case admission_operation::connect:
            return "CONNECT";
    }
    return "";
}

std::string defaulting_path(const group_version_kind& of) {
    return path_of("/mutate-", of);
}

std::string validating_path(const group_version_kind& of) {
    return path_of("/validate-", of);
}

}}  // namespace setpoint::v0
