#include "setpoint/manager/health.hpp"

#include "setpoint/core/shortened.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 {

namespace {

std::vector<std::string_view> values_of(std::string_view query, std::string_view key, bool& present) {
    std::vector<std::string_view> found;
    while (!query.empty()) {
        const std::string_view part = query.substr(0, query.find('&'));
        query.remove_prefix(std::min(query.size(), part.size() + 1));
        if (part.substr(0, part.find('=')) != key) continue;
        present = true;
        if (const auto equals = part.find('='); equals != std::string_view::npos)
            found.push_back(part.substr(equals + 1));
    }
    return found;
}

}  // namespace

void health_checks::add(std::string name, std::function<std::string()> c) {
    checks_.push_back({std::move(name), std::move(c)});
}

health_checks::answer health_checks::ask(std::string_view sub, std::string_view query) const {
    static const std::vector<check> ping = {{"ping", [] { return std::string(); }}};
    const std::vector<check>& all = checks_.empty() ? ping : checks_;
    bool verbose = false, excluding = false;
    values_of(query, "verbose", verbose);
    const auto excluded = values_of(query, "exclude", excluding);
    if (!sub.empty()) {
        const auto one = std::find_if(all.begin(), all.end(), [&](const check& c) { return c.name == sub; });
        if (one == all.end()) return {404, fmt::format("no check named \"{}\"\n", shortened(sub, 100))};
        const std::string wrong = one->run();
        if (wrong.empty()) return {200, "ok\n"};
        return {500, fmt::format("{} failed: {}\n", one->name, wrong)};
    }
    std::string lines;
    bool well = true;
    for (const check& c : all) {
        if (std::find(excluded.begin(), excluded.end(), c.name) != excluded.end()) {
            lines += fmt::format("[+]{} excluded: ok\n", c.name);
            continue;
        }
        const std::string wrong = c.run();
        if (wrong.empty()) {
            lines += fmt::format("[+]{} ok\n", c.name);
        } else {
            well = false;
            lines += fmt::format("[-]{} failed: {}\n", c.name, wrong);
        }
    }
    if (well && !verbose) return {200, "ok\n"};
    lines += fmt::format("{} check {}\n", path_, well ? "passed" : "failed");
    return {well ? 200 : 500, lines};
}

std::vector<std::string> health_checks::failing() const {
    std::vector<std::string> all;
    for (const check& c : checks_)
        if (std::string wrong = c.run(); !wrong.empty()) all.push_back(c.name + ": " + wrong);
    return all;
}

}}  // namespace setpoint::v0
