#include "testkit/story/operator_rights.hpp"

#include "apiserver/authentication/user_info.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/server/initial_objects.hpp"
#include "setpoint/story/explore.hpp"
#include "testkit/story/rights_manifests.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

using apiserver::text_at, apiserver::object_of, apiserver::list_of;

class rights_reader {
public:
    explicit rights_reader(const std::string& path) : in_(path) {}

    operator_rights read(const std::string& account) {
        if (in_.accounts().empty()) throw cannot_explore(in_.path() + ": has no ServiceAccount");
        for (const rights_object& b : in_.bindings()) check_binding(b);
        const account_name chosen = choose(account);
        operator_rights r;
        r.file = in_.path();
        r.account_ns = chosen.ns;
        r.account_name = chosen.name;
        for (const rights_object& b : in_.bindings())
            if (rights_manifests::binds(b, chosen)) add_rules(in_.role_of(b), r.granted);
        add_objects(chosen, r.objects);
        return r;
    }

private:
    void check_binding(const rights_object& b) const {
        const bj::object& ref = object_of(b.object, "roleRef");
        const std::string_view kind = text_at(ref, "kind"), role = text_at(ref, "name");
        if (kind.empty() || role.empty()) b.fail("roleRef", "roleRef needs kind and name");
        if (!in_.role_of(b) && (kind == "Role" || apiserver::initial_cluster_role(role).empty()))
            b.fail("roleRef.name",
                   fmt::format("there is no {} \"{}\"{} in {}", kind, role,
                               kind == "Role" ? fmt::format(" of the namespace \"{}\"", b.ns()) : "",
                               in_.path()));
        const std::set<account_name> known = in_.all_accounts();
        apiserver::for_each_object(list_of(b.object, "subjects"), [&](const bj::object& s, std::size_t i) {
            if (text_at(s, "kind") != "ServiceAccount") return;
            const account_name a = rights_manifests::subject_of(b, s);
            const auto in_same = [&](const account_name& k) { return k.ns == a.ns; };
            // Of other programs, such as Prometheus, the file has neither the account nor the namespace.
            if (known.contains(a) || a.name == "default" || std::ranges::none_of(known, in_same)) return;
            b.fail(fmt::format("subjects[{}].name", i),
                   fmt::format("there is no ServiceAccount \"{}\" in {}", a.words(), in_.path()));
        });
    }

    account_name choose(const std::string& wanted) const {
        const std::set<account_name> known = in_.all_accounts();
        std::set<account_name> fitting;
        const std::size_t slash = wanted.find('/');
        for (const account_name& a : known)
            if (slash == std::string::npos ? a.name == wanted : a.words() == wanted) fitting.insert(a);
        if (!wanted.empty() && fitting.empty())
            throw cannot_explore(fmt::format("{}: there is no ServiceAccount \"{}\"; there are {}",
                                             in_.path(), wanted, words_of(known)));
        if (wanted.empty()) {
            for (const account_name& a : known)
                if (in_.is_of_workload(a)) fitting.insert(a);
            const auto is_bound = [&](const account_name& a) {
                return std::ranges::any_of(
                    in_.bindings(), [&](const rights_object& b) { return rights_manifests::binds(b, a); });
            };
            if (fitting.size() != 1) {
                fitting.clear();
                std::copy_if(known.begin(), known.end(), std::inserter(fitting, fitting.end()), is_bound);
            }
            if (fitting.empty())
                throw cannot_explore(
                    fmt::format("{}: no role is bound to a ServiceAccount in it; there are {}", in_.path(),
                                words_of(known)));
        }
        if (fitting.size() > 1)
            throw cannot_explore(
                fmt::format("{}: there are several ServiceAccounts, {}; choose the "
                            "operator's by --service-account",
                            in_.path(), words_of(fitting)));
        return *fitting.begin();
    }

    static std::string words_of(const std::set<account_name>& all) {
        std::vector<std::string> words;
        words.reserve(all.size());
        for (const account_name& a : all) words.push_back(a.words());
        return fmt::format("{}", fmt::join(words, ", "));
    }

    static void add_rules(const rights_object* role, std::vector<granted_right>& to) {
        if (!role) return;
        const auto texts = [](const bj::object& rule, std::string_view key) {
            std::vector<std::string> all;
            for (const bj::value& v : list_of(rule, key))
                if (v.is_string()) all.emplace_back(v.get_string());
            return all;
        };
        apiserver::for_each_object(list_of(role->object, "rules"), [&](const bj::object& rule, std::size_t) {
            for (const std::string& verb : texts(rule, "verbs")) {
                for (const std::string& group : texts(rule, "apiGroups"))
                    for (const std::string& resource : texts(rule, "resources")) {
                        const std::size_t slash = resource.find('/');
                        granted_right r;
                        r.access = {group, resource.substr(0, slash), "", verb};
                        if (slash != std::string::npos) r.access.subresource = resource.substr(slash + 1);
                        to.push_back(std::move(r));
                    }
                for (const std::string& path : texts(rule, "nonResourceURLs"))
                    to.push_back({{"", "", "", verb}, path});
            }
        });
    }

    // With the namespaces that they are in.
    void add_objects(const account_name& chosen, std::vector<bj::object>& to) const {
        std::vector<bj::object> all;
        std::set<std::string> namespaces;
        for (const auto* const list : {&in_.accounts(), &in_.roles(), &in_.bindings()})
            for (const rights_object& o : *list) {
                bj::object one = o.object;
                if (!o.kind().starts_with("Cluster")) {
                    const std::string ns = o.kind() == "ServiceAccount"
                                               ? in_.namespace_of(o)
                                               : std::string(o.ns().empty() ? chosen.ns : o.ns());
                    one["metadata"].as_object()["namespace"] = ns;
                    namespaces.insert(ns);
                }
                all.push_back(std::move(one));
            }
        for (const std::string& ns : namespaces)
            if (ns != "default")
                to.push_back(
                    {{"apiVersion", "v1"}, {"kind", "Namespace"}, {"metadata", bj::object{{"name", ns}}}});
        std::move(all.begin(), all.end(), std::back_inserter(to));
    }

    rights_manifests in_;
};

}  // namespace

std::string operator_rights::user() const {
    return apiserver::service_account_user(account_ns, account_name);
}

secret operator_rights::token_file() const {
    const apiserver::user_info account = apiserver::service_account(account_ns, account_name);
    return secret(fmt::format("{},kubernetes-admin,,\"{}\"\n{},{},,\"{}\"\n", administrator_token.reveal(),
                              apiserver::privileged_group, token.reveal(), account.name,
                              fmt::join(account.groups, ",")));
}

operator_rights read_operator_rights(const std::string& path, const std::string& account) {
    return rights_reader(path).read(account);
}

}}}  // namespace setpoint::v0::story
