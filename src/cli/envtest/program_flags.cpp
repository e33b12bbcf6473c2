#include "cli/envtest/program_flags.hpp"

#include "framework/core/embedded_text.hpp"  // rule-ok: a macro for the assembler, no interface

#include <fmt/format.h>

#include <algorithm>

SETPOINT_TABLE(kube_apiserver_flags, "kube-apiserver.txt");
SETPOINT_TABLE(etcd_flags, "etcd.txt");

namespace setpoint { inline namespace v0 { namespace cli {

std::vector<std::string_view> flags_of(std::string_view program) {
    std::string_view text =
        program == "etcd" ? SETPOINT_TABLE_TEXT(etcd_flags) : SETPOINT_TABLE_TEXT(kube_apiserver_flags);
    std::vector<std::string_view> all;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        all.push_back(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return all;
}

result<program_flags> program_flags::parse(std::span<const std::string> arguments,
                                           std::span<const std::string_view> known) {
    program_flags flags;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        std::string_view word = arguments[i];
        if (!word.starts_with('-') || word.find_first_not_of('-') == std::string_view::npos)
            return error(errc::bad_config, fmt::format("\"{}\" is not a flag", word));
        word.remove_prefix(word.find_first_not_of('-'));
        const std::size_t equals = word.find('=');
        const std::string_view name = word.substr(0, equals);
        if (std::ranges::find(known, name) == known.end())
            return error(errc::bad_config,
                         fmt::format("unknown flag: --{}; --help lists those with an effect", name));
        given_flag& given = flags.given_[std::string(name)];
        given.has_value = true;
        if (equals != std::string_view::npos) {
            given.values.emplace_back(word.substr(equals + 1));
        } else if (i + 1 < arguments.size() && !arguments[i + 1].starts_with('-')) {
            given.values.push_back(arguments[++i]);
        } else {
            given.values.emplace_back("true");
            given.has_value = false;
        }
    }
    return flags;
}

bool program_flags::has_any(std::string_view prefix) const {
    const auto found = given_.lower_bound(prefix);
    return found != given_.end() && found->first.starts_with(prefix);
}

std::optional<std::string> program_flags::take(std::string_view name) {
    const auto found = given_.find(name);
    if (found == given_.end()) return std::nullopt;
    std::string value = std::move(found->second.values.back());
    given_.erase(found);
    return value;
}

std::vector<std::string> program_flags::take_all(std::string_view name) {
    const auto found = given_.find(name);
    if (found == given_.end()) return {};
    std::vector<std::string> values = found->second.values;
    (void)take_text(name);
    return values;
}

std::optional<std::string> program_flags::take_text(std::string_view name) {
    const auto found = given_.find(name);
    if (found != given_.end() && !found->second.has_value)
        throw fault(errc::bad_config, fmt::format("flag needs an argument: --{}", name));
    return take(name);
}

std::vector<std::string> program_flags::others() const {
    std::vector<std::string> names;
    names.reserve(given_.size());
    for (const auto& [name, value] : given_) names.push_back("--" + name);
    return names;
}

}}}  // namespace setpoint::v0::cli
