#include "cli/explore_init/schema_hints.hpp"

#include "cli/json_members.hpp"

#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace setpoint { inline namespace v0 { namespace cli::draft {

namespace {

constexpr int deepest_schema = 12, deepest_change = 4;
constexpr std::array<std::string_view, 8> preferred_conditions{
    "Ready", "Available", "Reconciled", "Synced", "Succeeded", "Healthy", "Established", "Initialized"};
constexpr std::array<std::string_view, 4> count_fields{"readyReplicas", "availableReplicas", "replicas",
                                                       "currentReplicas"};
constexpr std::array<std::string_view, 4> phase_fields{"phase", "state", "status", "health"};
constexpr std::array<std::string_view, 9> likely_numbers{"replicas", "size",  "count", "instances", "members",
                                                         "nodes",    "parts", "scale", "number"};

const bj::object* property(const bj::object& schema, std::string_view name) {
    const bj::object* const all = object_in(schema, "properties");
    return all ? object_in(*all, name) : nullptr;
}

std::optional<std::int64_t> integer(const bj::object& o, std::string_view name) {
    const bj::value* const v = member(o, name);
    boost::system::error_code ec;
    if (!v || !v->is_number()) return std::nullopt;
    const auto n = v->to_number<std::int64_t>(ec);
    return ec ? std::nullopt : std::optional(n);
}

bj::value smallest(const bj::object& schema, int depth);

bj::object smallest_of_object(const bj::object& schema, int depth) {
    bj::object out;
    const bj::array* const required = array_in(schema, "required");
    if (!required || depth > deepest_schema) return out;
    for (const bj::value& v : *required) {
        const std::string name = v.is_string() ? std::string(view(v.get_string())) : "";
        if (const bj::object* const p = property(schema, name)) out[name] = smallest(*p, depth + 1);
    }
    return out;
}

bj::value smallest(const bj::object& schema, int depth) {
    if (const bj::value* const v = member(schema, "default")) return *v;
    if (const bj::array* const v = array_in(schema, "enum"); v && !v->empty()) return v->front();
    const std::string_view type = text_in(schema, "type");
    if (type == "object") return smallest_of_object(schema, depth);
    if (type == "integer" || type == "number")
        return std::max<std::int64_t>(1, integer(schema, "minimum").value_or(1));
    if (type == "boolean") return true;
    if (type == "array") {
        bj::array out;
        const bj::object* const items = object_in(schema, "items");
        if (items && integer(schema, "minItems").value_or(0) > 0) out.push_back(smallest(*items, depth + 1));
        return out;
    }
    return "example";
}

bool is_fixed(const bj::object& schema) {
    return bj::serialize(schema).find("oldSelf") != std::string::npos;
}

// Another value that the schema accepts; nothing if that is not clear.
std::optional<bj::value> other_value(const bj::object& schema, const bj::value& now) {
    if (is_fixed(schema)) return std::nullopt;
    if (const bj::array* const all = array_in(schema, "enum")) {
        for (const bj::value& v : *all)
            if (v != now && !v.is_null()) return v;
        return std::nullopt;
    }
    if (text_in(schema, "type") == "boolean" && now.is_bool()) return !now.get_bool();
    if (text_in(schema, "type") != "integer" || !now.is_number() || integer(schema, "multipleOf"))
        return std::nullopt;
    boost::system::error_code ec;
    const auto n = now.to_number<std::int64_t>(ec);
    if (ec) return std::nullopt;
    if (const auto most = integer(schema, "maximum"); !most || n < *most) return n + 1;
    if (const auto least = integer(schema, "minimum"); least && n > *least) return n - 1;
    return std::nullopt;
}

struct candidate {
    int rank = 0;  // lower is better
    bj::object merge;
    std::string path;
};

bj::object nested(const std::vector<std::string>& path, bj::value v) {
    for (auto at = path.rbegin(); at != path.rend(); ++at) v = bj::object{{*at, std::move(v)}};
    return v.get_object();
}

int rank_of(std::string_view name, const bj::object& schema) {
    const std::string_view type = text_in(schema, "type");
    const bool is_likely =
        std::find(likely_numbers.begin(), likely_numbers.end(), name) != likely_numbers.end();
    if (type == "integer") return is_likely ? 0 : 1;
    return array_in(schema, "enum") ? 2 : 3;
}

void collect(const bj::object& object, const bj::object& schema, std::vector<std::string>& path,
             std::vector<candidate>& to) {
    const bj::object* const all = object_in(schema, "properties");
    if (!all || path.size() > deepest_change) return;
    for (const auto& p : *all) {
        const bj::object* const of = p.value().if_object();
        if (!of) continue;
        const bj::value* now = object.if_contains(p.key());
        if (!now) now = member(*of, "default");
        if (!now) continue;
        path.emplace_back(p.key());
        if (now->is_object())
            collect(now->get_object(), *of, path, to);
        else if (auto other = other_value(*of, *now)) {
            std::string text;
            for (const std::string& one : path) text += "." + one;
            const int depth = static_cast<int>(path.size());
            to.push_back(
                {rank_of(path.back(), *of) * deepest_change + depth, nested(path, *std::move(other)), text});
        }
        path.pop_back();
    }
}

std::string_view version_of(const bj::object& object) {
    const std::string_view v = text_in(object, "apiVersion");
    return v.substr(v.find('/') + 1);
}

std::string_view type_in_path(std::string_view path) {
    const std::size_t at = path.find("@.type==");
    if (at == std::string_view::npos || path.find(".status.conditions") == std::string_view::npos) return {};
    path.remove_prefix(at + 9);
    return path.substr(0, path.find_first_of("\"'"));
}

// The condition that kubectl prints in a column.
std::string printed_condition(const bj::object& definition, std::string_view version) {
    const bj::object* const spec = object_in(definition, "spec");
    const bj::array* const versions = spec ? array_in(*spec, "versions") : nullptr;
    if (!versions) return {};
    std::vector<std::string> found;
    for (const bj::value& v : *versions) {
        const bj::object* const one = v.if_object();
        const bj::array* const columns =
            one && text_in(*one, "name") == version ? array_in(*one, "additionalPrinterColumns") : nullptr;
        if (!columns) continue;
        for (const bj::value& c : *columns)
            if (const auto type = c.is_object() ? type_in_path(text_in(c.get_object(), "jsonPath")) : "";
                !type.empty())
                found.emplace_back(type);
    }
    for (const std::string_view p : preferred_conditions)
        if (std::find(found.begin(), found.end(), p) != found.end()) return std::string(p);
    return found.empty() ? "" : found.front();
}

}  // namespace

const bj::object* schema_of(const bj::object& definition, std::string_view version) {
    const bj::object* const spec = object_in(definition, "spec");
    const bj::array* const versions = spec ? array_in(*spec, "versions") : nullptr;
    if (!versions) return nullptr;
    for (const bj::value& v : *versions) {
        const bj::object* const one = v.if_object();
        if (!one || text_in(*one, "name") != version) continue;
        const bj::object* const schema = object_in(*one, "schema");
        return schema ? object_in(*schema, "openAPIV3Schema") : nullptr;
    }
    return nullptr;
}

bj::object smallest_object(const bj::object& definition) {
    const bj::object* const spec = object_in(definition, "spec");
    if (!spec) return {};
    std::string_view version;
    if (const bj::array* const versions = array_in(*spec, "versions"))
        for (const bj::value& v : *versions)
            if (v.is_object() && is_true_in(v.get_object(), "storage"))
                version = text_in(v.get_object(), "name");
    const bj::object* const names = object_in(*spec, "names");
    bj::object out{{"apiVersion", fmt::format("{}/{}", text_in(*spec, "group"), version)},
                   {"kind", names ? text_in(*names, "kind") : ""},
                   {"metadata", bj::object{{"name", "example"}}}};
    const bj::object* const schema = schema_of(definition, version);
    const bj::object* const of_spec = schema ? property(*schema, "spec") : nullptr;
    if (of_spec) out["spec"] = smallest_of_object(*of_spec, 0);
    return out;
}

std::optional<spec_change> change_of(const bj::object& object, const bj::object& definition) {
    const bj::object* const schema = schema_of(definition, version_of(object));
    const bj::object* const of_spec = schema ? property(*schema, "spec") : nullptr;
    if (!of_spec ||
        is_fixed(bj::object{{"x-kubernetes-validations", of_spec->contains("x-kubernetes-validations")
                                                             ? of_spec->at("x-kubernetes-validations")
                                                             : bj::value()}}))
        return std::nullopt;
    const bj::object* const spec = object_in(object, "spec");
    std::vector<candidate> all;
    std::vector<std::string> path{"spec"};
    collect(spec ? *spec : bj::object(), *of_spec, path, all);
    const auto best = std::min_element(
        all.begin(), all.end(), [](const candidate& a, const candidate& b) { return a.rank < b.rank; });
    if (best == all.end()) return std::nullopt;
    return spec_change{best->merge, best->path};
}

status_hint status_hint_of(const bj::object& object, const bj::object& definition) {
    const std::string_view version = version_of(object);
    const bj::object* const schema = schema_of(definition, version);
    const bj::object* const status = schema ? property(*schema, "status") : nullptr;
    if (const std::string type = printed_condition(definition, version); !type.empty())
        return {"condition: " + type, false};
    if (!status) return {};
    if (property(*status, "conditions")) return {"path: .status.conditions"};
    for (const std::string_view name : count_fields)
        if (property(*status, name)) return {fmt::format("path: .status.{}", name)};
    for (const std::string_view name : phase_fields)
        if (property(*status, name)) return {fmt::format("path: .status.{}", name)};
    const bj::object* const all = object_in(*status, "properties");
    if (!all || all->empty()) return {};
    return {fmt::format("path: .status.{}", view(all->begin()->key()))};
}

status_hint status_hint_of(const bj::object& as_it_ended) {
    const bj::object* const status = object_in(as_it_ended, "status");
    if (!status) return {};
    std::vector<std::string> holds;
    if (const bj::array* const conditions = array_in(*status, "conditions"))
        for (const bj::value& v : *conditions)
            if (v.is_object() && text_in(v.get_object(), "status") == "True")
                holds.emplace_back(text_in(v.get_object(), "type"));
    for (const std::string_view p : preferred_conditions)
        if (std::find(holds.begin(), holds.end(), p) != holds.end())
            return {fmt::format("condition: {}", p), false};
    if (!holds.empty()) return {"condition: " + holds.front(), false};
    for (const std::string_view name : phase_fields)
        if (const std::string_view v = text_in(*status, name); !v.empty())
            return {fmt::format("path: .status.{}, value: {}", name,
                                bj::serialize(bj::value(bj::string(chars(v))))),
                    false};
    for (const auto& m : *status)
        if (m.value().is_number() && view(m.key()) != "observedGeneration")
            return {fmt::format("path: .status.{}, value: {}", view(m.key()), bj::serialize(m.value())),
                    false};
    for (const auto& m : *status)
        if (!m.value().is_null() && view(m.key()) != "observedGeneration")
            return {fmt::format("path: .status.{}", view(m.key())), false};
    return {};
}

}}}  // namespace setpoint::v0::cli::draft
