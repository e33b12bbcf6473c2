#include "cli/control/members.hpp"

#include "cli/json_members.hpp"

#include <boost/json/array.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace cli {

const bj::value* member_reader::any(std::string_view name) {
    known_.push_back(name);
    return from_.if_contains(chars(name));
}

std::optional<std::string> member_reader::text(std::string_view name) {
    const bj::value* const v = any(name);
    if (v == nullptr) return std::nullopt;
    if (!v->is_string()) {
        fail(name, "not a string");
        return std::nullopt;
    }
    return std::string(view(v->get_string()));
}

std::optional<std::int64_t> member_reader::number(std::string_view name, std::int64_t least,
                                                  std::int64_t most) {
    const bj::value* const v = any(name);
    if (v == nullptr) return std::nullopt;
    const std::int64_t* const n = v->if_int64();
    if (n != nullptr && *n >= least && *n <= most) return *n;
    fail(name, fmt::format("not a whole number from {} to {}", least, most));
    return std::nullopt;
}

bool member_reader::is_true(std::string_view name) {
    const bj::value* const v = any(name);
    if (v == nullptr) return false;
    if (*v != true) fail(name, "it can only be true");
    return true;
}

const bj::object* member_reader::object(std::string_view name) {
    const bj::value* const v = any(name);
    if (v == nullptr) return nullptr;
    if (!v->is_object()) fail(name, "not an object");
    return v->if_object();
}

const bj::array* member_reader::array(std::string_view name) {
    const bj::value* const v = any(name);
    if (v == nullptr) return nullptr;
    if (!v->is_array()) fail(name, "not an array");
    return v->if_array();
}

std::vector<std::string> member_reader::texts(std::string_view name) {
    std::vector<std::string> out;
    const bj::array* const list = array(name);
    if (list == nullptr) return out;
    if (list->empty()) fail(name, "it is empty");
    for (std::size_t i = 0; i < list->size(); ++i) {
        const bj::string* const one = (*list)[i].if_string();
        out.emplace_back(one != nullptr ? view(*one) : std::string_view());
        if (out.back().empty()) fail(fmt::format("{}[{}]", name, i), "not a string, or empty");
    }
    return out;
}

void member_reader::fail(std::string_view place, std::string_view why) {
    if (!problem_) problem_ = fmt::format("{}: {}: {}", what_, place, why);
}

result<> member_reader::verdict() {
    if (problem_) return error(errc::bad_data, *problem_);
    for (const auto& [key, value] : from_) {
        const std::string_view name = view(key);
        if (std::ranges::find(known_, name) == known_.end())
            return error(errc::bad_data, fmt::format("{}: unknown member \"{}\"; it has {}", what_, name,
                                                     fmt::join(known_, ", ")));
    }
    return {};
}

}}}  // namespace setpoint::v0::cli
