#include "cli/scaffold/project_check.hpp"

#include "cli/scaffold/builtin_kinds.hpp"
#include "cli/scaffold/names.hpp"
#include "cli/scaffold/project_tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <tuple>

namespace setpoint { inline namespace v0 { namespace cli::scaffold {

namespace {

using kind_key = std::tuple<bool, std::string_view, std::string_view>;  // api, group, kind
using name_key = std::pair<std::string_view, std::string>;              // group, name in the API

// Looks at one resource after the other.
class resource_check {
public:
    explicit resource_check(const project_file& p) : project_(p) {}

    std::optional<resource_problem> run() {
        for (const resource& r : project_.resources) {
            for (const auto check : {&resource_check::check_version, &resource_check::check_places,
                                     &resource_check::check_names})
                if (auto found = (this->*check)(r)) return found;
            ++index_;
        }
        index_ = 0;
        for (const resource& r : project_.resources) {
            if (auto found = check_spokes(r)) return found;
            ++index_;
        }
        return {};
    }

private:
    using problem = std::optional<resource_problem>;

    template <class... A>
    problem found(std::string_view key, fmt::format_string<A...> format, A&&... a) const {
        return resource_problem{index_, key, fmt::format(format, std::forward<A>(a)...)};
    }
    std::string title(const resource& r) const { return title_of(project_, r); }

    // Against the first version of the kind.
    problem check_version(const resource& r) {
        if (!r.api && !find_builtin(r.group, r.version, r.kind))
            return found("kind", "{} is no kind of Kubernetes that setpoint {} knows", title(r),
                         SETPOINT_VERSION);
        if (!versions_.insert({{r.api, r.group, r.kind}, r.version}).second)
            return found("version", "{} is there twice", title(r));
        const auto [at, is_first] = first_.try_emplace(kind_key{r.api, r.group, r.kind}, &r);
        const resource& first = *at->second;
        if (is_first) return {};
        if (r.plural != first.plural)
            return found("plural", "{} has the plural {}", title(first), first.plural);
        if (r.namespaced != first.namespaced)
            return found("api", "all versions of {} have one scope, and {} is {}", r.kind, first.version,
                         first.namespaced ? "namespaced" : "cluster-scoped");
        if (r.controller)
            return found("controller", "the controller of {} takes {}, which is stored", r.kind,
                         first.version);
        if (r.has_webhook() || !r.spokes.empty())
            return found("webhooks", "webhooks of {} take {}, which is stored", r.kind, first.version);
        return {};
    }

    // Two kinds of one name would share a folder and a namespace.
    problem check_places(const resource& r) {
        const auto [at, is_new] = folders_.try_emplace(folder_of(project_, r), &r);
        const resource& other = *at->second;
        if (is_new || (other.api == r.api && other.group == r.group && other.kind == r.kind)) return {};
        return found("kind", "{} would be in src/{}, where {} is", r.kind, at->first, title(other));
    }

    // An API server refuses a definition one of whose names another one of the group has.
    problem check_names(const resource& r) {
        if (!r.api) return {};
        const kind_names n = names_of(r.kind, r.plural);
        for (const auto& [key, name] : {std::pair("plural", n.plural),
                                        {"kind", n.lower},
                                        {"kind", n.kind},
                                        {"kind", n.kind + "List"}}) {
            const auto [at, is_new] = names_.try_emplace(name_key{r.group, name}, &r);
            const resource& other = *at->second;
            if (is_new || other.kind == r.kind) continue;
            if (key == std::string_view("plural"))
                return found("plural", "{} has the {} {}", title(other),
                             names_of(other.kind, other.plural).plural == name ? "plural" : "name", name);
            return found("kind", "{} has the name {}, too", title(other), name);
        }
        return {};
    }

    problem check_spokes(const resource& r) const {
        for (std::size_t i = 0; i < r.spokes.size(); ++i) {
            const std::string& s = r.spokes[i];
            if (s == r.version || !versions_.contains({{r.api, r.group, r.kind}, s}))
                return found("webhooks", "{} has no other version {}, which would be converted", title(r), s);
            if (std::ranges::count(r.spokes, s) > 1) return found("webhooks", "{} is there twice", s);
        }
        return {};
    }

    const project_file& project_;
    std::size_t index_ = 0;
    std::map<kind_key, const resource*> first_;
    std::set<std::pair<kind_key, std::string_view>> versions_;
    std::map<std::string, const resource*> folders_;
    std::map<name_key, const resource*> names_;
};

}  // namespace

std::optional<resource_problem> problem_of(const project_file& p) {
    return resource_check(p).run();
}

std::string title_of(const project_file& p, const resource& r) {
    return fmt::format("{} of {}/{}", r.kind, r.api ? full_group(r.group, p.domain) : r.group, r.version);
}

std::optional<std::vector<unsigned>> numbers_of(std::string_view version) {
    std::vector<unsigned> numbers;
    for (;;) {
        unsigned n = 0;
        const auto [end, failed] = std::from_chars(version.data(), version.data() + version.size(), n);
        if (failed != std::errc()) return {};
        numbers.push_back(n);
        version.remove_prefix(static_cast<std::size_t>(end - version.data()));
        if (version.empty()) return numbers;
        if (version.front() != '.') return {};
        version.remove_prefix(1);
    }
}

}}}  // namespace setpoint::v0::cli::scaffold
