#include "testkit/testing/missing_rights.hpp"

#include "apiserver/authorization/request_attributes.hpp"
#include "apiserver/objects/fields.hpp"

#include <boost/json/parse.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cctype>

namespace setpoint { inline namespace v0 { namespace testing {

namespace bj = boost::json;

namespace {

// Takes `begin` and what follows it up to `end` from the front of `text`, and returns what is between.
std::optional<std::string_view> take(std::string_view& text, std::string_view begin, std::string_view end) {
    if (!text.starts_with(begin)) return std::nullopt;
    const std::size_t at = text.find(end, begin.size());
    if (at == std::string_view::npos) return std::nullopt;
    const std::string_view between = text.substr(begin.size(), at - begin.size());
    text.remove_prefix(at + end.size());
    return between;
}

// "ConfigMap": "config_map", as the types of the built-in kinds are named.
std::string type_name(std::string_view kind) {
    const auto is_upper = [&](std::size_t i) {
        return i < kind.size() && std::isupper(static_cast<unsigned char>(kind[i])) != 0;
    };
    std::string name;
    for (std::size_t i = 0; i < kind.size(); ++i) {
        const bool ends_acronym = i + 1 < kind.size() && !is_upper(i + 1);
        if (i > 0 && is_upper(i) && (!is_upper(i - 1) || ends_acronym)) name += '_';
        name += static_cast<char>(std::tolower(static_cast<unsigned char>(kind[i])));
    }
    return name == "namespace" ? "namespace_" : name;
}

std::string verb_name(std::string_view rbac) {
    if (rbac == "delete") return "verb::remove";
    if (rbac == "deletecollection") return "verb::remove_collection";
    return fmt::format("verb::{}", rbac);
}

const apiserver::resource* find_resource(const apiserver::registry& kinds, std::string_view group,
                                         std::string_view plural) {
    for (const apiserver::registry::group_version* const gv : kinds.all()) {
        if (gv->group != group) continue;
        if (const auto at = gv->resources.find(plural); at != gv->resources.end()) return at->second.get();
    }
    return nullptr;
}

// A right on something below the owners that the object of the request refers to.
std::vector<missing_right> rights_on_owners(std::string_view request, const apiserver::registry& kinds) {
    std::vector<missing_right> all;
    boost::system::error_code ec;
    const bj::value v = bj::parse({request.data(), request.size()}, ec);
    if (ec || !v.is_object()) return all;
    const bj::object& meta = apiserver::object_of(v.get_object(), "metadata");
    apiserver::for_each_object(apiserver::list_of(meta, "ownerReferences"), [&](const bj::object& o,
                                                                                std::size_t) {
        if (!apiserver::true_at(o, "blockOwnerDeletion")) return;
        const std::string_view version = apiserver::text_at(o, "apiVersion");
        const std::size_t slash = version.find('/');
        const std::string_view group = slash == std::string_view::npos ? "" : version.substr(0, slash);
        const auto owner = kinds.find_kind(group, version.substr(slash + 1), apiserver::text_at(o, "kind"));
        if (!owner) return;
        missing_right r;
        r.access = {std::string(group), owner->gvr.resource, "finalizers", "update"};
        r.where = "for a reference to its owner with blockOwnerDeletion";
        all.push_back(std::move(r));
    });
    return all;
}

// A change of an object's owners needs the right to delete the object.
std::vector<missing_right> right_to_delete(const http::server_request& request) {
    const auto asked = apiserver::authorization::request_attributes(
        apiserver::administrator(), request.method, request.path(), request.query());
    if (!asked || !asked->is_resource) return {};
    missing_right r;
    r.access = {asked->group, asked->resource, "", "delete"};
    r.where = "for a change of its owners";
    return {std::move(r)};
}

// Of a Status; "" if it is not one.
std::string message_of(std::string_view body) {
    boost::system::error_code ec;
    const bj::value v = bj::parse({body.data(), body.size()}, ec);
    if (ec || !v.is_object()) return {};
    return std::string(apiserver::text_at(v.get_object(), "message"));
}

std::string quoted_list(const std::vector<std::string>& all) {
    return fmt::format("[\"{}\"]", fmt::join(all, "\", \""));
}

}  // namespace

std::string missing_right::words() const {
    if (access.resource.empty()) return fmt::format("{} {}", access.verb, path);
    return fmt::format("{} {}{}{}{}{}", access.verb, access.resource, access.group.empty() ? "" : ".",
                       access.group, access.subresource.empty() ? "" : "/", access.subresource);
}

std::optional<missing_right> read_refusal(std::string_view message) {
    constexpr std::string_view begin = "forbidden: User \"";
    const std::size_t at = message.find(begin);
    if (at == std::string_view::npos) return std::nullopt;
    std::string_view rest = message.substr(at);
    const auto user = take(rest, begin, "\" cannot ");
    if (!user) return std::nullopt;
    const auto verb = take(rest, "", " ");
    if (!verb) return std::nullopt;
    missing_right r;
    r.user = *user;
    r.access.verb = *verb;
    if (const auto path = take(rest, "path \"", "\"")) {
        r.path = *path;
        return r;
    }
    const auto resource = take(rest, "resource \"", "\"");
    const auto group = take(rest, " in API group \"", "\" ");
    if (!resource || !group) return std::nullopt;
    const std::size_t slash = resource->find('/');
    r.access.resource = resource->substr(0, slash);
    if (slash != std::string_view::npos) r.access.subresource = resource->substr(slash + 1);
    r.access.group = *group;
    const auto ns = take(rest, "in the namespace \"", "\"");
    r.where = ns ? fmt::format("in the namespace \"{}\"", *ns) : "at the cluster scope";
    return r;
}

std::string rules_yaml(const std::vector<missing_right>& rights, std::string_view indent) {
    std::vector<resource_access> accesses;
    std::map<std::string, std::vector<std::string>> paths;  // by verb
    for (const missing_right& r : rights) {
        if (r.access.resource.empty())
            paths[r.access.verb].push_back(r.path);
        else
            accesses.push_back(r.access);
        if (!r.is_apply) continue;
        accesses.push_back(r.access);
        accesses.back().verb = "create";
    }
    std::string text;
    for (const policy_rule& r : merge_rules(accesses))
        text += fmt::format("{0}- apiGroups: {1}\n{0}  resources: {2}\n{0}  verbs: {3}\n", indent,
                            quoted_list(r.groups), quoted_list(r.resources), quoted_list(r.verbs));
    for (const auto& [verb, all] : paths)
        text +=
            fmt::format("{0}- nonResourceURLs: {1}\n{0}  verbs: [\"{2}\"]\n", indent, quoted_list(all), verb);
    return text;
}

std::vector<std::string> declarations_of(const std::vector<missing_right>& rights,
                                         const apiserver::registry& kinds) {
    std::map<std::array<std::string, 3>, std::set<std::string>> verbs;  // by group, resource, subresource
    for (const missing_right& r : rights) {
        if (r.access.resource.empty()) continue;
        auto& of = verbs[{r.access.group, r.access.resource, r.access.subresource}];
        of.insert(verb_name(r.access.verb));
        if (r.is_apply) of.insert(verb_name("create"));
    }
    std::vector<std::string> all;
    for (const auto& [of, names] : verbs) {
        const auto& [group, plural, subresource] = of;
        const apiserver::resource* const r = find_resource(kinds, group, plural);
        const bool is_built_in = r && !r->custom;
        all.push_back(fmt::format("uses<{}{}>({{{}}}{})", is_built_in ? "kinds::" : "",
                                  r ? type_name(r->kind) : "T", fmt::join(names, ", "),
                                  subresource.empty() ? "" : fmt::format(", \"{}\"", subresource)));
    }
    return all;
}

std::vector<missing_right> refused_rights(const http::server_request& request, std::string_view body,
                                          const apiserver::registry& kinds) {
    const std::string message = message_of(body);
    if (message.find("cannot set blockOwnerDeletion if an ownerReference") != std::string::npos)
        return rights_on_owners(request.body, kinds);
    if (message.find("cannot set an ownerRef on a resource you can't delete") != std::string::npos)
        return right_to_delete(request);
    auto r = read_refusal(message);
    if (!r) return {};
    r->is_apply = r->access.verb == "patch" && r->access.subresource.empty() &&
                  request.find("Content-Type").starts_with("application/apply-patch");
    return {std::move(*r)};
}

bool missing_rights::note(const std::string& who, const http::server_request& request, std::string_view body,
                          const apiserver::registry& kinds, const std::string& when) {
    bool is_new = false;
    for (missing_right& r : refused_rights(request, body, kinds)) {
        auto& [right, seen] = clients_[who].rights[r.words()];
        if (++seen.times > 1) continue;
        seen.first = when;
        right = std::move(r);
        is_new = true;
    }
    const std::string message = message_of(body);
    if (message.find("attempting to grant RBAC permissions not currently held") == std::string::npos)
        return is_new;
    return clients_[who].grants.insert(message).second;
}

std::string missing_rights::text(const apiserver::registry& kinds) const {
    std::string text;
    for (const auto& [who, c] : clients_) {
        if (!text.empty()) text += '\n';
        text += fmt::format("missing rights: the roles of {} do not allow what it does", who);
        std::vector<missing_right> all;
        for (const auto& [words, found] : c.rights) {
            const auto& [right, seen] = found;
            text +=
                fmt::format("\n  {}{}{} ({}at {})", words, right.where.empty() ? "" : " ", right.where,
                            seen.times == 1 ? "" : fmt::format("{} times, first ", seen.times), seen.first);
            all.push_back(right);
        }
        for (const std::string& message : c.grants) text += "\n  " + message;
        if (all.empty()) continue;
        const std::vector<std::string> declared = declarations_of(all, kinds);
        if (!declared.empty())
            text += fmt::format("\n  Declare it, in the controller or the manager:\n    .{}",
                                fmt::join(declared, "\n    ."));
        text += fmt::format("\n  which adds to the Role:\n{}", rules_yaml(all, "    "));
        text.pop_back();
    }
    return text;
}

}}}  // namespace setpoint::v0::testing
