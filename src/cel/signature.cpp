#include "cel/signature.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace setpoint { inline namespace v0 { namespace cel {

namespace {

void collect_parameters(const type* from, std::vector<const type*>& into) {
    if (from->kind() == type_kind::parameter) {
        const auto same = [&](const type* each) { return each->same_as(*from); };
        if (std::none_of(into.begin(), into.end(), same)) into.push_back(from);
    }
    for (const type* each : from->parameters()) collect_parameters(each, into);
}

// The signature "(int, list(T)) -> T" as an overload.
overload_decl read_signature(std::string_view id, std::string_view text, type_pool& types) {
    overload_decl made;
    made.id = id;
    made.member = text.starts_with('.');
    const std::size_t arrow = text.find(") -> ");
    if (arrow == std::string_view::npos) throw std::invalid_argument("no -> in a signature");
    made.result = types.parse(text.substr(arrow + 5));
    std::string_view args = text.substr(0, arrow).substr(made.member ? 2 : 1);
    while (!args.empty()) {
        int depth = 0;
        std::size_t end = 0;
        for (; end < args.size() && (depth > 0 || args[end] != ','); ++end) {
            depth += args[end] == '(' ? 1 : args[end] == ')' ? -1 : 0;
        }
        made.args.push_back(types.parse(args.substr(0, end)));
        args.remove_prefix(std::min(end + 1, args.size()));
    }
    for (const type* arg : made.args) collect_parameters(arg, made.parameters);
    collect_parameters(made.result, made.parameters);
    return made;
}

}  // namespace

void add_row(declarations& to, const function_row& row) {
    overload_decl made = read_signature(row.id, row.signature, *to.types);
    made.implementation = row.implementation;
    to.own_function(row.name).overloads.push_back(std::move(made));
}

}}}  // namespace setpoint::v0::cel
