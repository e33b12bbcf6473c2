#include "testkit/story/operator_rights.hpp"

#include "apiserver/authentication/user_info.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/server/initial_objects.hpp"
#include "setpoint/json/located_manifest.hpp"
#include "setpoint/story/explore.hpp"
#include "testkit/story/story_files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <set>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

namespace fs = std::filesystem;
using apiserver::text_at, apiserver::object_of, apiserver::list_of;

constexpr std::string_view rbac_group = "rbac.authorization.k8s.io";
// Kinds in the order in which they are created.
constexpr std::string_view kept_kinds[] = {"ServiceAccount", "ClusterRole", "Role", "ClusterRoleBinding",
                                           "RoleBinding"};

// An object with its place.
struct found_object {
    bj::object object;
    const std::string* file;
    const json::located_manifest* document;
    std::string path;  // in the document: "" or "items[2]"

    std::string_view kind() const { return text_at(object, "kind"); }
    std::string_view name() const { return text_at(object, {"metadata", "name"}); }
    std::string_view ns() const { return text_at(object, {"metadata", "namespace"}); }
    std::string where(std::string_view field = "") const {
        std::string at = path;
        if (!at.empty() && !field.empty()) at += '.';
        at += field;
        return fmt::format("{}:{}", *file, document->find(at).line);
    }
    [[noreturn]] void fail(std::string_view field, std::string_view why) const {
        throw cannot_explore(fmt::format("{}: {} \"{}\": {}", where(field), kind(), name(), why));
    }
};

struct account_name {
    std::string ns, name;
    std::string words() const { return fmt::format("{}/{}", ns, name); }
    friend auto operator<=>(const account_name&, const account_name&) = default;
};

std::vector<std::string> files_at(const std::string& path) {
    std::error_code ec;
    if (!fs::is_directory(path, ec)) return {path};
    std::vector<std::string> all;
    for (const auto& entry : fs::directory_iterator(path, ec)) {
        const fs::path& p = entry.path();
        const bool is_manifest =
            p.extension() == ".yaml" || p.extension() == ".yml" || p.extension() == ".json";
        if (is_manifest && p.stem() != "kustomization") all.push_back(p.string());
    }
    std::sort(all.begin(), all.end());
    if (all.empty()) throw cannot_explore(path + ": has no .yaml file");
    return all;
}

class rights_reader {
public:
    explicit rights_reader(std::string path) : path_(std::move(path)), files_(files_at(path_)) {
        // The objects refer to the documents.
        for (const std::string& file : files_) {
            auto read = json::locate_manifests(read_text_file(file), file);
            if (!read) throw cannot_explore(read.error().to_string());
            documents_.push_back(std::move(*read));
        }
        for (std::size_t i = 0; i < files_.size(); ++i)
            for (const json::located_manifest& d : documents_[i]) add_document(files_[i], d);
    }

    operator_rights read(const std::string& account) {
        if (accounts_.empty()) throw cannot_explore(path_ + ": has no ServiceAccount");
        for (const found_object& b : bindings_) check_binding(b);
        const account_name chosen = choose(account);
        operator_rights r;
        r.file = path_;
        r.account_ns = chosen.ns;
        r.account_name = chosen.name;
        for (const found_object& b : bindings_)
            if (binds(b, chosen)) add_rules(role_of(b), r.granted);
        add_objects(chosen, r.objects);
        return r;
    }

private:
    void add_document(const std::string& file, const json::located_manifest& d) {
        const bj::object* const o = d.content.if_object();
        if (!o) throw cannot_explore(fmt::format("{}:{}: is no manifest", file, d.find("").line));
        if (text_at(*o, "kind") != "List") return add({*o, &file, &d, ""});
        apiserver::for_each_object(list_of(*o, "items"), [&](const bj::object& item, std::size_t i) {
            add({item, &file, &d, fmt::format("items[{}]", i)});
        });
    }

    void add(found_object o) {
        const std::string_view kind = o.kind();
        if (kind == "Deployment" || kind == "StatefulSet") {
            const std::string_view name =
                text_at(o.object, {"spec", "template", "spec", "serviceAccountName"});
            if (!name.empty()) of_workloads_.insert({std::string(o.ns()), std::string(name)});
        }
        if (std::find(std::begin(kept_kinds), std::end(kept_kinds), kind) == std::end(kept_kinds)) return;
        if (o.name().empty()) o.fail("metadata", "metadata.name is missing");
        if (kind == "ServiceAccount")
            accounts_.push_back(std::move(o));
        else if (kind.ends_with("Binding"))
            bindings_.push_back(std::move(o));
        else
            roles_.push_back(std::move(o));
    }

    // The namespace of an account without one, which depends on how the file is applied: that of the binding
    // that names it.
    std::string namespace_of(const found_object& account) const {
        if (!account.ns().empty()) return std::string(account.ns());
        for (const found_object& b : bindings_)
            for (const bj::value& s : list_of(b.object, "subjects"))
                if (s.is_object() && text_at(s.get_object(), "kind") == "ServiceAccount" &&
                    text_at(s.get_object(), "name") == account.name() &&
                    !text_at(s.get_object(), "namespace").empty())
                    return std::string(text_at(s.get_object(), "namespace"));
        return "default";
    }

    std::set<account_name> all_accounts() const {
        std::set<account_name> all;
        for (const found_object& a : accounts_) all.insert({namespace_of(a), std::string(a.name())});
        return all;
    }

    static account_name subject_of(const found_object& b, const bj::object& s) {
        const std::string_view ns = text_at(s, "namespace");
        return {std::string(ns.empty() ? b.ns() : ns), std::string(text_at(s, "name"))};
    }

    static bool binds(const found_object& b, const account_name& a) {
        const bj::array& subjects = list_of(b.object, "subjects");
        return std::any_of(subjects.begin(), subjects.end(), [&](const bj::value& s) {
            if (!s.is_object()) return false;
            const bj::object& o = s.get_object();
            if (text_at(o, "kind") == "ServiceAccount") return subject_of(b, o) == a;
            const std::string_view group = text_at(o, "kind") == "Group" ? text_at(o, "name") : "";
            return group == apiserver::service_accounts_group ||
                   group == fmt::format("{}:{}", apiserver::service_accounts_group, a.ns) ||
                   group == apiserver::authenticated_group;
        });
    }

    // Null for a role that every cluster has.
    const found_object* role_of(const found_object& b) const {
        const bj::object& ref = object_of(b.object, "roleRef");
        const auto at = std::find_if(roles_.begin(), roles_.end(), [&](const found_object& r) {
            return r.kind() == text_at(ref, "kind") && r.name() == text_at(ref, "name") &&
                   (r.kind() == "ClusterRole" || r.ns() == b.ns());
        });
        return at == roles_.end() ? nullptr : &*at;
    }

    void check_binding(const found_object& b) const {
        const bj::object& ref = object_of(b.object, "roleRef");
        const std::string_view kind = text_at(ref, "kind"), role = text_at(ref, "name");
        if (kind.empty() || role.empty()) b.fail("roleRef", "roleRef needs kind and name");
        if (!role_of(b) && (kind == "Role" || apiserver::initial_cluster_role(role).empty()))
            b.fail("roleRef.name",
                   fmt::format("there is no {} \"{}\"{} in {}", kind, role,
                               kind == "Role" ? fmt::format(" of the namespace \"{}\"", b.ns()) : "", path_));
        const std::set<account_name> known = all_accounts();
        apiserver::for_each_object(list_of(b.object, "subjects"), [&](const bj::object& s, std::size_t i) {
            if (text_at(s, "kind") != "ServiceAccount") return;
            const account_name a = subject_of(b, s);
            const auto in_same = [&](const account_name& k) { return k.ns == a.ns; };
            // Of other programs, such as Prometheus, the file has neither the account nor the namespace.
            if (known.contains(a) || a.name == "default" || std::ranges::none_of(known, in_same)) return;
            b.fail(fmt::format("subjects[{}].name", i),
                   fmt::format("there is no ServiceAccount \"{}\" in {}", a.words(), path_));
        });
    }

    account_name choose(const std::string& wanted) const {
        const std::set<account_name> known = all_accounts();
        std::set<account_name> fitting;
        const std::size_t slash = wanted.find('/');
        for (const account_name& a : known)
            if (slash == std::string::npos ? a.name == wanted : a.words() == wanted) fitting.insert(a);
        if (!wanted.empty() && fitting.empty())
            throw cannot_explore(fmt::format("{}: there is no ServiceAccount \"{}\"; there are {}", path_,
                                             wanted, words_of(known)));
        if (wanted.empty()) {
            for (const account_name& a : known)
                if (of_workloads_.contains(a) || of_workloads_.contains({"", a.name})) fitting.insert(a);
            const auto is_bound = [&](const account_name& a) {
                return std::ranges::any_of(bindings_, [&](const found_object& b) { return binds(b, a); });
            };
            if (fitting.size() != 1) {
                fitting.clear();
                std::copy_if(known.begin(), known.end(), std::inserter(fitting, fitting.end()), is_bound);
            }
            if (fitting.empty())
                throw cannot_explore(fmt::format(
                    "{}: no role is bound to a ServiceAccount in it; there are {}", path_, words_of(known)));
        }
        if (fitting.size() > 1)
            throw cannot_explore(
                fmt::format("{}: there are several ServiceAccounts, {}; choose the "
                            "operator's by --service-account",
                            path_, words_of(fitting)));
        return *fitting.begin();
    }

    static std::string words_of(const std::set<account_name>& all) {
        std::vector<std::string> words;
        for (const account_name& a : all) words.push_back(a.words());
        return fmt::format("{}", fmt::join(words, ", "));
    }

    static void add_rules(const found_object* role, std::vector<granted_right>& to) {
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
        for (const auto* const list : {&accounts_, &roles_, &bindings_})
            for (const found_object& o : *list) {
                bj::object one = o.object;
                if (!o.kind().starts_with("Cluster")) {
                    const std::string ns = o.kind() == "ServiceAccount"
                                               ? namespace_of(o)
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

    std::string path_;
    std::vector<std::string> files_;
    std::vector<std::vector<json::located_manifest>> documents_;
    std::vector<found_object> accounts_, roles_, bindings_;
    std::set<account_name> of_workloads_;
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
