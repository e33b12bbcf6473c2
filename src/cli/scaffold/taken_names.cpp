#include "cli/scaffold/taken_names.hpp"

#include "framework/core/embedded_text.hpp"  // rule-ok: files are embedded in one way

#include <algorithm>
#include <array>

SETPOINT_TABLE(global_names, "global_names.txt");

namespace setpoint { inline namespace v0 { namespace cli::scaffold {

namespace {

// Of the templates. Each would be ambiguous, or hidden, with a namespace of that name beside setpoint's.
constexpr std::array generated_names = std::to_array<std::string_view>({
    "admission",
    "admission_operation",
    "awaitable",
    "check",
    "column",
    "condition",
    "condition_false",
    "condition_state",
    "condition_true",
    "conditions",
    "context",
    "custom_kind",
    "custom_resource",
    "declare",
    "describe",
    "desired_status",
    "env",
    "field",
    "fields_of",
    "find_condition",
    "from_hub",
    "hub",
    "is_true",
    "json",
    "kind",
    "list_map",
    "manager",
    "maximum",
    "metadata",
    "metric_labels",
    "minimum",
    "network_fault",
    "object",
    "observation",
    "outcome",
    "problem",
    "reconcile",
    "sample",
    "schema",
    "set_defaults",
    "snapshot",
    "spec",
    "status",
    "testing",
    "to_hub",
    "to_string",
    "verb",
    "verdict",
    "wall_time",
});

// Whether a table of lines in byte order has this line.
bool has_line(std::string_view table, std::string_view line) {
    while (!table.empty()) {
        // The line in the middle.
        const std::size_t half = table.size() / 2;
        const std::size_t before = table.rfind('\n', half == 0 ? 0 : half - 1);
        const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
        const std::size_t end = std::min(table.find('\n', begin), table.size());
        const std::string_view found = table.substr(begin, end - begin);
        if (found == line) return true;
        if (found < line)
            table.remove_prefix(std::min(end + 1, table.size()));
        else
            table = table.substr(0, begin);
    }
    return false;
}

}  // namespace

bool is_global_name(std::string_view name) {
    return has_line(SETPOINT_TABLE_TEXT(global_names), name);
}

bool is_generated_name(std::string_view name) {
    return std::ranges::find(generated_names, name) != generated_names.end();
}

}}}  // namespace setpoint::v0::cli::scaffold
