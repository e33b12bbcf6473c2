#include "apiserver/server/snapshot/snapshot_plan.hpp"

#include "apiserver/kinds/apiextensions/custom_resource_definition_status.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/request/decode.hpp"
#include "apiserver/write/custom_validation.hpp"
#include "apiserver/write/writer.hpp"
#include "setpoint/apiserver/install_definitions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::size_t shown_problems = 20;

object_key key_of_content(const bj::object& content) {
    const bj::object& meta = object_of(content, "metadata");
    return {std::string(text_at(meta, "namespace")), std::string(text_at(meta, "name"))};
}

std::string shown_content(const bj::object& content) {
    const std::string_view kind = text_at(content, "kind");
    const object_key key = key_of_content(content);
    return fmt::format("{}{}{}", kind.empty() ? "object" : kind, key.name.empty() ? "" : " ",
                       key.name.empty() ? "" : key.to_string());
}

// What Kubernetes checks when an object is written as it is. New objects have rules of their own, which live
// ones need not obey.
void check_unchanged(server_state& w, const resource& r, const bj::object& content, field_errors& errors) {
    const kind_context c = w.context("");
    if (r.code->validate_update) r.code->validate_update(content, content, c, errors);
    if (r.custom && r.type) validate_custom_object(w, r, content, errors);
}

bj::object plain_namespace(const std::string& name) {
    return {{"kind", "Namespace"},
            {"apiVersion", "v1"},
            {"metadata", {{"name", name}, {"labels", {{"kubernetes.io/metadata.name", name}}}}},
            {"spec", {{"finalizers", bj::array{bj::string("kubernetes")}}}},
            {"status", {{"phase", "Active"}}}};
}

}  // namespace

void snapshot_plan::problem(const snapshot_object& from, std::string_view why) {
    if (++problem_count_ <= shown_problems)
        problems_.push_back(fmt::format("{}: {}: {}", from.place, shown_content(from.content), why));
}

void snapshot_plan::warn(const snapshot_object& from, std::string_view what) {
    if (++warning_count_ <= shown_problems)
        summary_.warnings.push_back(fmt::format("{}: {}: {}", from.place, shown_content(from.content), what));
}

result<> snapshot_plan::verdict() const {
    if (problem_count_ == 0) return {};
    std::string text =
        fmt::format("nothing was loaded, since {} cannot be:\n  {}",
                    problem_count_ == 1 ? "an object" : fmt::format("{} objects", problem_count_),
                    fmt::join(problems_, "\n  "));
    if (problem_count_ > problems_.size())
        text += fmt::format("\n  and {} more", problem_count_ - problems_.size());
    return error(errc::invalid, std::move(text));
}

bool snapshot_plan::check_key(const snapshot_object& from, const resource& r, const object_key& key) {
    if (key.name.empty()) {
        problem(from, "it has no metadata.name");
        return false;
    }
    if (r.namespaced == key.ns.empty()) {
        problem(from, r.namespaced ? "it has no metadata.namespace"
                                   : "it has a namespace, and its kind is not namespaced");
        return false;
    }
    const auto [at, fresh] = places_.try_emplace({r.storage, key}, from.place);
    if (fresh) return true;
    problem(from, fmt::format("the object is also at {}", at->second));
    return false;
}

bool snapshot_plan::check_content(const snapshot_object& from, const resource& r, bj::object& content) {
    if (const auto ok = check_depth(content); !ok) {
        problem(from, ok.error().message);
        return false;
    }
    const decoded_object read = decode_object(state_.kinds, r, content);
    std::string wrong = read.wrong;
    if (wrong.empty() && r.code->conversion_error) wrong = r.code->conversion_error(content);
    if (!wrong.empty()) {
        problem(from, wrong);
        return false;
    }
    for (const std::string& one : read.unknown) warn(from, one + " was left out");
    // Decoding sorts the members, which are to stay as they are too.
    if (content == from.content) content = from.content;
    complete(r, content);
    field_errors errors;
    check_unchanged(state_, r, content, errors);
    if (errors.empty()) return true;
    problem(from, joined_messages(errors));
    return false;
}

// What a manifest lacks.
void snapshot_plan::complete(const resource& r, bj::object& content) {
    bj::object& meta = make_object(content, "metadata");
    if (text_at(meta, "uid").empty()) meta["uid"] = state_.new_uid();
    if (text_at(meta, "creationTimestamp").empty()) meta["creationTimestamp"] = state_.time_text();
    if (r.code->has_generation && r.code->generation_from_one && !value_at(meta, "generation"))
        meta["generation"] = 1;
    if (const auto at = meta.find("selfLink"); at != meta.end()) meta.stable_erase(at);
}

void snapshot_plan::add(const resource& r, object_key key, bj::object content) {
    if (r.namespaced) namespaces_.insert(key.ns);
    planned_.push_back({r.storage, r.gvr, std::move(key), std::move(content), phase_of_storage(r.storage)});
}

void snapshot_plan::take(snapshot_object& from) {
    std::string why;
    const std::string_view version = text_at(from.content, "apiVersion"),
                           kind = text_at(from.content, "kind");
    if (version.empty() || kind.empty())
        return problem(from, version.empty() ? "it has no apiVersion" : "it has no kind");
    const resource_ptr r = kinds_.find(version, kind, why);
    if (!r) return problem(from, why);
    object_key key = key_of_content(from.content);
    if (!check_key(from, *r, key)) return;
    bj::object content = from.content;
    if (!check_content(from, *r, content)) return;
    if (r->storage == definitions_storage) {
        why = kinds_.define(content);
        if (!why.empty()) return problem(from, why);
    }
    add(*r, std::move(key), std::move(content));
}

void snapshot_plan::add_missing_namespaces() {
    const resource_ptr r = state_.kinds.find("", "v1", "namespaces");
    for (const std::string& name : std::set<std::string>(namespaces_)) {
        const object_key key = object_key::cluster(name);
        if (places_.contains({r->storage, key}) || state_.of(*r).get(key)) continue;
        bj::object made = plain_namespace(name);
        complete(*r, made);
        add(*r, key, std::move(made));
        summary_.warnings.push_back(
            fmt::format("the namespace {} was added, since the snapshot does not contain it", name));
    }
}

result<> snapshot_plan::make(cluster_snapshot all) {
    for (const bool defines : {true, false})
        for (snapshot_object& one : all.objects)
            if (is_definition(one) == defines) take(one);
    if (warning_count_ > shown_problems)
        summary_.warnings.push_back(fmt::format("and {} more", warning_count_ - shown_problems));
    if (auto bad = verdict(); !bad) return bad;
    add_missing_namespaces();
    return {};
}

bool snapshot_plan::is_equal(const planned& one) const {
    const resource_ptr r = state_.kinds.find(one.gvr.group, one.gvr.version, one.gvr.resource);
    const record_ptr live = r ? state_.of(*r).get(one.key) : nullptr;
    return live && is_same_content(state_.served(*r, *live), one.content);
}

void snapshot_plan::keep(planned one, restore_counts& done) {
    const resource_ptr r = state_.kinds.find(one.gvr.group, one.gvr.version, one.gvr.resource);
    if (!r) throw std::logic_error("a planned kind is not served: " + one.gvr.group_resource());
    const record_ptr old = state_.of(*r).get(one.key);
    ++(old ? done.replaced : done.created);
    // An object of another UID is another object.
    if (old && old->uid != text_at(object_of(one.content, "metadata"), "uid")) state_.drop(*r, one.key);
    if (r->storage == "services" && text_at(object_of(one.content, "spec"), "clusterIP").empty()) {
        pending_write p{*r, "create", "", one.key, &one.content, nullptr};
        // One without an address is better than none, if all are used.
        (void)run_steps(state_.allocation, p);
    }
    state_.keep(*r, one.key, std::move(one.content));
}

load_summary snapshot_plan::store() {
    restore_counts done;
    return store_all(false, done);
}

load_summary snapshot_plan::store_all(bool skips_equal, restore_counts& done) {
    // A definition that is being deleted is served until its objects are gone, but not served again.
    std::vector<planned> deleted;
    summary_.objects = planned_.size();
    for (const store_phase now : store_phases)
        for (planned& one : planned_) {
            if (one.when != now || (skips_equal && is_equal(one))) continue;
            if (now == store_phase::definitions &&
                value_at(object_of(one.content, "metadata"), "deletionTimestamp")) {
                deleted.push_back(one);
                make_object(one.content, "metadata").erase("deletionTimestamp");
            }
            keep(std::move(one), done);
        }
    for (planned& one : deleted) keep(std::move(one), done);
    planned_.clear();
    return std::move(summary_);
}

restore_counts snapshot_plan::replace(const std::vector<std::string>& namespaces, load_summary& summary) {
    std::map<std::string, std::map<object_key, std::string>, std::less<>> wanted;  // UIDs, by storage
    for (const planned& one : planned_)
        wanted[one.storage].emplace(one.key, text_at(object_of(one.content, "metadata"), "uid"));
    restore_counts done = remove_others(state_, [&](std::string_view storage, const record& o) {
        if (!namespaces.empty() && std::ranges::find(namespaces, o.key.ns) == namespaces.end()) return true;
        if (storage == "namespaces" && namespaces_.contains(o.key.name)) return true;
        const auto some = wanted.find(storage);
        if (some == wanted.end()) return false;
        const auto at = some->second.find(o.key);
        return at != some->second.end() && at->second == o.uid;
    });
    summary = store_all(true, done);
    return done;
}

}}}  // namespace setpoint::v0::apiserver
