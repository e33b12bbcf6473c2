#include "cli/validate/manifest_checker.hpp"

#include "cli/validate/kubectl_apply.hpp"
#include "cli/validate/status_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

constexpr std::string_view strict = "fieldValidation=Strict&fieldManager=kubectl-client-side-apply";

std::string_view kind_of_manifest(const manifest_object& o) {
    return text_in(o.content, "kind");
}

std::string_view metadata_text(const manifest_object& o, std::string_view key) {
    const bj::object* const metadata = object_in(o.content, "metadata");
    return metadata ? text_in(*metadata, key) : std::string_view();
}

std::string shown_object(const manifest_object& o) {
    const std::string_view ns = metadata_text(o, "namespace"), own = metadata_text(o, "name");
    const std::string_view name = own.empty() ? metadata_text(o, "generateName") : own;
    const std::string_view kind = kind_of_manifest(o).empty() ? "object" : kind_of_manifest(o);
    return fmt::format("{}{}{}{}{}", kind, name.empty() ? "" : " ", ns, ns.empty() ? "" : "/", name);
}

bool is_policy(std::string_view kind) {
    return kind.starts_with("ValidatingAdmissionPolicy") || kind.starts_with("MutatingAdmissionPolicy");
}

// In which order objects are created: later ones depend on earlier ones.
int phase_of(const manifest_object& o, const std::set<std::string>& parameters) {
    const std::string_view kind = kind_of_manifest(o);
    if (kind == "CustomResourceDefinition") return 0;
    if (kind == "Namespace") return 1;
    if (is_policy(kind)) return 3;
    return parameters.contains(std::string(kind)) ? 2 : 4;
}

constexpr int last_phase = 4;  // nothing depends on these

}  // namespace

bool manifest_checker::is_skipped(const manifest_object& o) const {
    return std::ranges::find(options_.skip, kind_of_manifest(o)) != options_.skip.end();
}

void manifest_checker::add(finding::severity what, const manifest_object& o, std::string field,
                           std::string message) {
    const json::text_position place = o.place_of(field);
    summary_.findings.push_back({what, o.file, place, shown_object(o), std::move(field), std::move(message)});
}

void manifest_checker::add_error(const manifest_object& o, std::string field, std::string message) {
    add(finding::severity::error, o, std::move(field), std::move(message));
}

void manifest_checker::add_status(const manifest_object& o, const bj::object& status) {
    for (status_part& part : parts_of_status(status))
        add_error(o, std::move(part.field), std::move(part.message));
}

std::optional<manifest_checker::target> manifest_checker::target_of(const manifest_object& o) {
    const std::string_view version = text_in(o.content, "apiVersion"), kind = kind_of_manifest(o);
    if (version.empty() || kind.empty()) {
        add_error(o, {}, version.empty() ? "apiVersion not set" : "kind not set");
        return std::nullopt;
    }
    const offline_api::resource* const r = api_.find(version, kind);
    if (r == nullptr) {
        if (!options_.ignore_missing_kinds)
            add_error(o, "kind",
                      fmt::format("no matches for kind \"{}\" in version \"{}\": add the file with its "
                                  "CustomResourceDefinition, or --crds",
                                  kind, version));
        return std::nullopt;
    }
    const std::string_view own = metadata_text(o, "namespace");
    const std::string ns(own.empty() ? std::string_view(options_.ns) : own);
    if (r->namespaced) api_.need_namespace(ns);
    target t;
    t.collection = api_.path_of(*r, version, ns);
    t.name = metadata_text(o, "name");
    t.path = t.collection + "/" + t.name;
    return t;
}

offline_api::answer manifest_checker::write(const manifest_object& o, const target& t, bool store) {
    const std::string query = fmt::format("?{}{}", strict, store ? "" : "&dryRun=All");
    if (!t.name.empty()) {
        const offline_api::answer before = api_.ask("GET", t.path, {});
        const bj::object* const metadata = before.ok() ? object_in(before.body, "metadata") : nullptr;
        if (metadata != nullptr) {
            const auto old = old_.find(t.path);
            bj::object next =
                old == old_.end() ? o.content : applied_over(before.body, old->second, o.content);
            next["metadata"].as_object()["resourceVersion"] = text_in(*metadata, "resourceVersion");
            return api_.ask("PUT", t.path + query, next);
        }
    }
    return api_.ask("POST", t.collection + query, o.content);
}

void manifest_checker::check_one(const manifest_object& o, bool store) {
    if (is_skipped(o)) return;
    ++summary_.objects;
    const std::size_t before = summary_.findings.size();
    if (const auto t = target_of(o)) {
        const offline_api::answer got = write(o, *t, store);
        if (!got.ok()) add_status(o, got.body);
        for (const std::string& warning : got.warnings)
            add(finding::severity::warning, o, leading_field(warning), warning);
        if (store) api_.forget_kinds();
    }
    const bool invalid =
        std::any_of(summary_.findings.begin() + static_cast<std::ptrdiff_t>(before), summary_.findings.end(),
                    [](const finding& f) { return f.what == finding::severity::error; });
    if (invalid) ++summary_.invalid;
    note_unchecked(o);
}

void manifest_checker::note_unchecked(const manifest_object& o) {
    if (kind_of_manifest(o).ends_with("WebhookConfiguration")) ++webhooks_;
    const bj::object* const spec = object_in(o.content, "spec");
    const bj::object* const parameters = spec ? object_in(*spec, "paramKind") : nullptr;
    if (parameters != nullptr && is_policy(kind_of_manifest(o)))
        parameter_kinds_.emplace(text_in(*parameters, "kind"));
}

void manifest_checker::check(const std::vector<manifest_object>& objects) {
    for (const manifest_object& o : objects)
        if (is_policy(kind_of_manifest(o))) note_unchecked(o);
    for (int phase = 0; phase <= last_phase; ++phase) {
        for (const manifest_object& o : objects)
            if (phase_of(o, parameter_kinds_) == phase) check_one(o, phase < last_phase);
    }
    if (webhooks_ != 0)
        summary_.unchecked.push_back(
            fmt::format("webhooks of {} configuration{}", webhooks_, webhooks_ == 1 ? "" : "s"));
    summary_.unchecked.emplace_back("quotas, rights and other objects of a cluster");
}

void manifest_checker::install(const std::vector<manifest_object>& objects) {
    for (const manifest_object& o : objects) note_unchecked(o);
    webhooks_ = 0;
    const auto refuse = [](const manifest_object& o, std::string_view why) {
        throw fault(errc::bad_config,
                    fmt::format("{}:{}: {}: {}", o.file, o.place_of("").line, shown_object(o), why));
    };
    for (int phase = 0; phase <= last_phase; ++phase) {
        for (const manifest_object& o : objects) {
            if (phase_of(o, parameter_kinds_) != phase) continue;
            const std::size_t before = summary_.findings.size();
            const auto t = target_of(o);
            if (!t) refuse(o, summary_.findings.size() > before ? summary_.findings.back().message : "");
            const offline_api::answer got = write(o, *t, true);
            if (!got.ok()) refuse(o, text_in(got.body, "message"));
            api_.forget_kinds();
        }
    }
}

void manifest_checker::store_old(const std::vector<manifest_object>& objects) {
    validation_summary kept = std::move(summary_);
    for (int phase = 0; phase <= last_phase; ++phase) {
        for (const manifest_object& o : objects) {
            if (phase_of(o, {}) != phase || is_policy(kind_of_manifest(o)) || is_skipped(o)) continue;
            if (const auto t = target_of(o); t && api_.ask("POST", t->collection, o.content).ok())
                old_.insert_or_assign(t->path, o.content);
            api_.forget_kinds();
        }
    }
    summary_ = std::move(kept);
}

}}}  // namespace setpoint::v0::cli
