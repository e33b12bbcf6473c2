#pragma once
// JSON tables embedded in the executable.

#include "framework/core/embedded_text.hpp"

#include <cstddef>
#include <map>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver {

// The members of a table by name, as unparsed JSON, so that each can be parsed on first use. The
// table is one object; its members begin with a line ` "name": {` or ` "name": [`, indented by
// exactly one blank, and are objects or arrays.
inline std::map<std::string_view, std::string_view> table_members(std::string_view table) {
    constexpr std::string_view member = "\n \"", closing = "}]";
    std::map<std::string_view, std::string_view> out;
    std::size_t begin = table.find(member);
    while (begin != std::string_view::npos) {
        const std::size_t name = begin + member.size(), name_end = table.find('"', name);
        const std::size_t next = table.find(member, name_end);
        const std::size_t value = table.find_first_of("{[", name_end);
        const std::size_t end =
            table.find_last_of(closing, next == std::string_view::npos ? table.rfind('}') - 1 : next);
        out.emplace(table.substr(name, name_end - name), table.substr(value, end + 1 - value));
        begin = next;
    }
    return out;
}

}}}  // namespace setpoint::v0::apiserver
