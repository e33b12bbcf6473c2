#include "testkit/story/rights_manifests.hpp"

#include "apiserver/authentication/user_info.hpp"
#include "apiserver/objects/fields.hpp"
#include "setpoint/story/explore.hpp"
#include "testkit/story/story_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

namespace fs = std::filesystem;
using apiserver::text_at, apiserver::object_of, apiserver::list_of;

constexpr std::string_view kept_kinds[] = {"ServiceAccount", "ClusterRole", "Role", "ClusterRoleBinding",
                                           "RoleBinding"};

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

}  // namespace

std::string_view rights_object::kind() const {
    return text_at(object, "kind");
}

std::string_view rights_object::name() const {
    return text_at(object, {"metadata", "name"});
}

std::string_view rights_object::ns() const {
    return text_at(object, {"metadata", "namespace"});
}

void rights_object::fail(std::string_view field, std::string_view why) const {
    std::string at = path;
    if (!at.empty()) at += '.';
    at += field;
    throw cannot_explore(
        fmt::format("{}:{}: {} \"{}\": {}", *file, document->find(at).line, kind(), name(), why));
}

rights_manifests::rights_manifests(std::string path) : path_(std::move(path)), files_(files_at(path_)) {
    // The objects refer to the documents.
    for (const std::string& file : files_) {
        auto read = json::locate_manifests(read_text_file(file), file);
        if (!read) throw cannot_explore(read.error().to_string());
        documents_.push_back(std::move(*read));
    }
    for (std::size_t i = 0; i < files_.size(); ++i)
        for (const json::located_manifest& d : documents_[i]) add_document(files_[i], d);
}

void rights_manifests::add_document(const std::string& file, const json::located_manifest& d) {
    const bj::object* const o = d.content.if_object();
    if (!o) throw cannot_explore(fmt::format("{}:{}: is no manifest", file, d.find("").line));
    if (text_at(*o, "kind") != "List") return add({*o, &file, &d, ""});
    apiserver::for_each_object(list_of(*o, "items"), [&](const bj::object& item, std::size_t i) {
        add({item, &file, &d, fmt::format("items[{}]", i)});
    });
}

void rights_manifests::add(rights_object o) {
    const std::string_view kind = o.kind();
    if (kind == "Deployment" || kind == "StatefulSet") {
        const std::string_view name = text_at(o.object, {"spec", "template", "spec", "serviceAccountName"});
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

std::string rights_manifests::namespace_of(const rights_object& account) const {
    if (!account.ns().empty()) return std::string(account.ns());
    for (const rights_object& b : bindings_)
        for (const bj::value& s : list_of(b.object, "subjects"))
            if (s.is_object() && text_at(s.get_object(), "kind") == "ServiceAccount" &&
                text_at(s.get_object(), "name") == account.name() &&
                !text_at(s.get_object(), "namespace").empty())
                return std::string(text_at(s.get_object(), "namespace"));
    return "default";
}

std::set<account_name> rights_manifests::all_accounts() const {
    std::set<account_name> all;
    for (const rights_object& a : accounts_) all.insert({namespace_of(a), std::string(a.name())});
    return all;
}

account_name rights_manifests::subject_of(const rights_object& b, const bj::object& s) {
    const std::string_view ns = text_at(s, "namespace");
    return {std::string(ns.empty() ? b.ns() : ns), std::string(text_at(s, "name"))};
}

bool rights_manifests::binds(const rights_object& b, const account_name& a) {
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

const rights_object* rights_manifests::role_of(const rights_object& b) const {
    const bj::object& ref = object_of(b.object, "roleRef");
    const auto at = std::find_if(roles_.begin(), roles_.end(), [&](const rights_object& r) {
        return r.kind() == text_at(ref, "kind") && r.name() == text_at(ref, "name") &&
               (r.kind() == "ClusterRole" || r.ns() == b.ns());
    });
    return at == roles_.end() ? nullptr : &*at;
}

bool rights_manifests::is_of_workload(const account_name& a) const {
    return of_workloads_.contains(a) || of_workloads_.contains({"", a.name});
}

}}}  // namespace setpoint::v0::story
