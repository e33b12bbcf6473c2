#include "cli/scaffold/requests.hpp"

#include "cli/scaffold/builtin_kinds.hpp"
#include "cli/scaffold/names.hpp"
#include "cli/scaffold/project_check.hpp"
#include "setpoint/core/error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace cli::scaffold {

namespace {

template <class... A>
[[noreturn]] void refuse(fmt::format_string<A...> format, A&&... a) {
    throw fault(errc::bad_config, fmt::format(format, std::forward<A>(a)...));
}

resource* find(project_file& p, const std::string& group, const std::string& version,
               const std::string& kind) {
    const auto found = std::ranges::find_if(p.resources, [&](const resource& r) {
        return r.api && r.group == group && r.version == version && r.kind == kind;
    });
    return found == p.resources.end() ? nullptr : &*found;
}

std::string title(const project_file& p, const resource& r) {
    return title_of(p, r);
}

// What was there before had no problem.
void check_added(const project_file& p) {
    if (const auto wrong = problem_of(p))
        refuse("--{}: {}: choose another {}", wrong->key, wrong->why, wrong->key);
}

// The kind of Kubernetes in the project; added if it is not there.
resource& core_kind(project_file& p, const builtin_kind& known) {
    for (resource& x : p.resources)
        if (!x.api && x.group == known.group && x.kind == known.kind) return x;
    resource added;
    added.group = known.group;
    added.version = known.version;
    added.kind = known.kind;
    added.plural = names_of(added.kind, "").plural;
    added.api = false;
    added.namespaced = known.namespaced;
    return p.resources.emplace_back(std::move(added));
}

project_file with_core_webhook(project_file p, const webhook_request& r, const builtin_kind& known) {
    resource& core = core_kind(p, known);
    if (r.conversion || !r.spokes.empty())
        refuse("--conversion: {} is a kind of Kubernetes, which converts its versions itself",
               title(p, core));
    if (!r.defaulting && !r.validation) refuse("--defaulting or --validation is needed");
    if ((!r.defaulting || core.defaulting) && (!r.validation || core.validation))
        refuse("--kind: {} has these webhooks already", title(p, core));
    core.defaulting = core.defaulting || r.defaulting;
    core.validation = core.validation || r.validation;
    check_added(p);
    return p;
}

void add_controller(project_file& p, const api_request& r) {
    if (r.controller && !*r.controller)
        refuse("--controller=false: with --resource=false, nothing would be created");
    if (resource* const own = find(p, r.group, r.version, r.kind)) {
        if (own->controller) refuse("--kind: {} has a controller already", title(p, *own));
        if (!p.is_first(*own))
            refuse("--version: {} is a further version of {}; its controller takes {}, which is stored",
                   r.version, r.kind, p.versions_of(own->group, own->kind).front()->version);
        own->controller = true;
        return;
    }
    const builtin_kind* const known = find_builtin(r.group, r.version, r.kind);
    if (!known) {
        std::vector<std::string> names;
        names.reserve(builtin_kinds().size());
        for (const builtin_kind& k : builtin_kinds())
            names.push_back(fmt::format("{}{}{}", k.group, k.group.empty() ? "" : "/", k.kind));
        refuse(
            "--kind: {} of group \"{}\" and version {} is neither a kind of this project nor one of {}. For "
            "a kind of "
            "others, `setpoint describe-kind` writes its type, which m.controller<T>() takes",
            r.kind, r.group, r.version, fmt::join(names, ", "));
    }
    resource& core = core_kind(p, *known);
    if (core.controller) refuse("--kind: {} has a controller already", title(p, core));
    core.controller = true;
    check_added(p);
}

// A further version of a kind: what the versions share is that of the first one.
resource further_version(const project_file& p, const resource& first, const api_request& r) {
    if (r.controller.value_or(false))
        refuse("--controller: {} is a further version of {}; the controller takes {}, which is stored",
               r.version, r.kind, first.version);
    if (r.namespaced && *r.namespaced != first.namespaced)
        refuse("--namespaced: all versions of {} have one scope, and {} is {}", r.kind, first.version,
               first.namespaced ? "namespaced" : "cluster-scoped");
    if (!r.plural.empty() && r.plural != first.plural)
        refuse("--plural: the plural of {} is {}", title(p, first), first.plural);
    resource added = first;
    added.version = r.version;
    added.controller = added.defaulting = added.validation = false;
    added.spokes.clear();
    added.as_read.clear();
    return added;
}

}  // namespace

project_file with_api(project_file p, const api_request& r) {
    check_group("--group", r.group);
    check_version("--version", r.version);
    if (r.resource && !*r.resource) {
        add_controller(p, r);
        return p;
    }
    check_kind("--kind", r.kind);
    if (!r.plural.empty()) check_plural("--plural", r.plural);
    check_full_group("--group", full_group(r.group, p.domain));
    if (full_group(r.group, p.domain).find('.') == std::string::npos)
        refuse("--group: the group of {} would be {}, but one of your own contains a dot: give it a group",
               r.kind, p.domain);
    if (const resource* const same = find(p, r.group, r.version, r.kind))
        refuse("--version: {} exists: choose another version or kind{}", title(p, *same),
               same->controller ? "" : "; --resource=false adds a controller to it");
    if (const auto versions = p.versions_of(r.group, r.kind); !versions.empty()) {
        const resource& first = *versions.front();
        resource added = further_version(p, first, r);
        // The API server has all versions of a kind converted, or none.
        if (!first.spokes.empty())
            find(p, first.group, first.version, first.kind)->spokes.push_back(r.version);
        p.resources.push_back(std::move(added));
        return p;
    }
    resource added;
    added.group = r.group;
    added.version = r.version;
    added.kind = r.kind;
    added.plural = names_of(r.kind, r.plural).plural;
    added.controller = r.controller.value_or(true);
    added.namespaced = r.namespaced.value_or(true);
    p.resources.push_back(std::move(added));
    check_added(p);
    return p;
}

project_file with_webhook(project_file p, const webhook_request& r) {
    resource* const own = find(p, r.group, r.version, r.kind);
    if (const builtin_kind* const known = find_builtin(r.group, r.version, r.kind); !own && known)
        return with_core_webhook(std::move(p), r, *known);
    if (!own)
        refuse("--kind: the project has no {} of {}/{}: `setpoint create api` adds it", r.kind,
               full_group(r.group, p.domain), r.version);
    const bool conversion = r.conversion || !r.spokes.empty();
    if (!r.defaulting && !r.validation && !conversion)
        refuse("--defaulting, --validation or --conversion is needed");
    const auto versions = p.versions_of(r.group, r.kind);
    if (!p.is_first(*own))
        refuse("--version: webhooks of {} take {}, which is stored; the API server converts others to it",
               r.kind, versions.front()->version);
    std::vector<std::string> spokes = r.spokes;
    if (r.conversion && spokes.empty())
        for (std::size_t i = 1; i < versions.size(); ++i) spokes.push_back(versions[i]->version);
    if (conversion && spokes.empty())
        refuse("--conversion: {} has no version but {}: `setpoint create api --version` adds one", r.kind,
               r.version);
    bool news = (r.defaulting && !own->defaulting) || (r.validation && !own->validation);
    for (const std::string& s : spokes) {
        if (s == r.version || !find(p, r.group, s, r.kind))
            refuse("--spoke: {} has no other version {}: `setpoint create api --version {}` adds it", r.kind,
                   s, s);
        if (std::ranges::find(own->spokes, s) != own->spokes.end()) continue;
        own->spokes.push_back(s);
        news = true;
    }
    for (const resource* const v : versions)
        if (conversion && v != own && std::ranges::find(own->spokes, v->version) == own->spokes.end())
            refuse("--spoke: {} is missing: the API server has all versions of a kind converted, or none",
                   v->version);
    if (!news) refuse("--kind: {} has these webhooks already", title(p, *own));
    own->defaulting = own->defaulting || r.defaulting;
    own->validation = own->validation || r.validation;
    return p;
}

const resource* requested(const project_file& p, const std::string& group, const std::string& version,
                          const std::string& kind) {
    const builtin_kind* const known = find_builtin(group, version, kind);
    const resource* core = nullptr;
    for (const resource& r : p.resources) {
        if (r.kind != kind || r.version != version) continue;
        if (r.api && r.group == group) return &r;
        if (!r.api && known && r.group == known->group) core = &r;
    }
    return core;
}

}}}  // namespace setpoint::v0::cli::scaffold
