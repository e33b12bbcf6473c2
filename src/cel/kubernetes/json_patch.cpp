#include "cel/kubernetes/libraries.hpp"
#include "cel/standard_functions.hpp"

#include <array>
#include <string>

namespace setpoint { inline namespace v0 { namespace cel {

namespace {

value escape_patch_key(evaluation& in, arguments_view args) {
    std::string made;
    for (const char c : args[0].text()) {
        if (c == '/')
            made += "~1";
        else if (c == '~')
            made += "~0";
        else
            made += c;
    }
    return in.text(made);
}

constexpr std::array json_patch_rows = std::to_array<function_row>({
    {"jsonpatch.escapeKey", "string_jsonpatch_escapeKey_string", "(string) -> string", escape_patch_key},
});

}  // namespace

void add_json_patch(environment& to) {
    to.add_functions(json_patch_rows);
}

}}}  // namespace setpoint::v0::cel
