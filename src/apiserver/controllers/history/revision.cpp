#include "apiserver/controllers/history/revision.hpp"

#include "apiserver/controllers/pod/control.hpp"
#include "apiserver/go/hash.hpp"
#include "apiserver/go/json_text.hpp"
#include "setpoint/json/encode.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace bj = boost::json;

namespace {

constexpr std::size_t longest_revision_prefix = 223;
constexpr const char* patch_directive = "$patch";

bj::value in_key_order(const bj::value& v, std::size_t depth = 0) {
    if (depth > json_text::trusted_depth) return v;
    if (const bj::array* a = v.if_array()) {
        bj::array out;
        for (const bj::value& x : *a) out.push_back(in_key_order(x, depth + 1));
        return out;
    }
    const bj::object* o = v.if_object();
    if (!o) return v;
    std::vector<const bj::key_value_pair*> fields;
    for (const auto& f : *o) fields.push_back(&f);
    std::sort(fields.begin(), fields.end(), [](auto* a, auto* b) { return a->key() < b->key(); });
    bj::object out;
    for (const auto* f : fields) out[f->key()] = in_key_order(f->value(), depth + 1);
    return out;
}

// As json.Marshal, which makes its output safe inside of HTML.
std::string escape_html(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '<' || c == '>' || c == '&')
            out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
        else
            out += c;
    }
    return out;
}

const bj::value* template_in(const bj::value& data) {
    const bj::object* o = data.if_object();
    const bj::value* spec = o ? o->if_contains("spec") : nullptr;
    return spec && spec->is_object() ? spec->get_object().if_contains("template") : nullptr;
}

}  // namespace

bj::object revision_data(const bj::value& pod_template) {
    bj::object patch{{patch_directive, "replace"}};
    if (const bj::object* t = pod_template.if_object())
        for (const auto& [key, value] : *t) patch[key] = value;
    bj::object spec;
    spec["template"] = std::move(patch);
    bj::object data;
    data["spec"] = std::move(spec);
    return in_key_order(data).get_object();
}

std::string revision_text(const bj::value& data) {
    return escape_html(json_text::serialize(in_key_order(data)));
}

bj::value revision_template(const bj::value& data) {
    const bj::value* t = template_in(data);
    if (!t || !t->is_object()) return bj::object();
    bj::object out = t->get_object();
    out.erase(patch_directive);
    return out;
}

std::string revision_hash(std::string_view text, std::int32_t collisions) {
    return safe_encode(std::to_string(fnv1_32(std::string(text) + std::to_string(collisions))));
}

std::string revision_name(std::string_view prefix, std::string_view hash) {
    return fmt::format("{}-{}", prefix.substr(0, longest_revision_prefix), hash);
}

void sort_revisions(std::vector<revision_ptr>& revisions) {
    std::sort(revisions.begin(), revisions.end(), [](const revision_ptr& a, const revision_ptr& b) {
        const std::int64_t ra = a->revision.value_or(0), rb = b->revision.value_or(0);
        if (ra != rb) return ra < rb;
        if (a->metadata.creation_timestamp != b->metadata.creation_timestamp)
            return a->metadata.creation_timestamp < b->metadata.creation_timestamp;
        return a->metadata.name < b->metadata.name;
    });
}

std::int64_t next_revision(const std::vector<revision_ptr>& sorted) {
    return sorted.empty() ? 1 : sorted.back()->revision.value_or(0) + 1;
}

std::optional<std::size_t> find_revision(const std::vector<revision_ptr>& sorted, std::string_view text) {
    for (std::size_t i = sorted.size(); i-- > 0;)
        if (revision_text(sorted[i]->data) == text) return i;
    return std::nullopt;
}

bj::object make_revision(const group_version_kind& owner_kind, const object_meta& owner,
                         const bj::value& pod_template, std::int64_t number) {
    bj::object labels, annotations;
    for (const auto& [k, v] : template_labels(pod_template)) labels[k.view()] = v.view();
    for (const auto& [k, v] : owner.annotations) annotations[k.view()] = v.view();
    bj::object meta;
    meta["labels"] = std::move(labels);
    if (!annotations.empty()) meta["annotations"] = std::move(annotations);
    meta["ownerReferences"] = bj::array{json::to_value(make_controller_reference(owner_kind, owner))};
    return {{"apiVersion", "apps/v1"},
            {"kind", "ControllerRevision"},
            {"metadata", std::move(meta)},
            {"data", revision_data(pod_template)},
            {"revision", number}};
}

}}}  // namespace setpoint::v0::apiserver
