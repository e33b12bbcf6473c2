#include "apiserver/kinds/apiextensions/conversion.hpp"

#include "apiserver/go/text.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/kinds/shared/warnings.hpp"
#include "apiserver/objects/fields.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

// Changed labels or annotations are validated as in a write; unchanged ones are not.
std::string validate_changed_texts(std::string_view field, const bj::object& before, const bj::object& now) {
    for (const auto& [key, value] : now)
        if (!value.is_string())
            return fmt::format("metadata.{}[{}] must be a string, but is {} in converted object", field,
                               std::string_view(key), go_text::go_type(value));
    if (before == now) return {};
    field_errors errors;
    if (field == "labels")
        validate_labels(now, "metadata.labels", errors);
    else
        validate_annotations(now, "metadata.annotation", errors);
    std::vector<std::string> texts;
    for (const field_error& e : errors) texts.push_back(e.text());
    if (texts.size() == 1) return texts.front();
    return texts.empty() ? std::string() : fmt::format("[{}]", fmt::join(texts, ", "));
}

}  // namespace

std::string type_mismatch(const bj::object& original, const bj::object& converted, std::string_view wanted) {
    const std::string_view version = text_at(converted, "apiVersion");
    if (version != wanted)
        return fmt::format("invalid groupVersion (expected {}, received {})", wanted, version);
    const std::string_view before = text_at(original, "kind"), now = text_at(converted, "kind");
    if (before != now) return fmt::format("invalid kind (expected {}, received {})", before, now);
    return {};
}

std::string identity_mismatch(const bj::object& original, const bj::object& converted) {
    const bj::object &before = object_of(original, "metadata"), &now = object_of(converted, "metadata");
    const std::pair<const char*, const char*> same[] = {
        {"name", "name"}, {"namespace", "namespace"}, {"uid", "UID"}};
    for (const auto& [key, label] : same)
        if (text_at(before, key) != text_at(now, key))
            return fmt::format("must have the same {}: {} != {}", label, text_at(before, key),
                               text_at(now, key));
    return {};
}

std::string restore_metadata(const bj::object& original, bj::object& converted) {
    const bj::value* const sent = converted.if_contains("metadata");
    if (!sent) return "missing metadata in converted object";
    if (!sent->is_object())
        return fmt::format("invalid metadata of type {} in converted object", go_text::go_type(*sent));
    const bj::object& answered = sent->get_object();
    bj::object meta = object_of(original, "metadata");
    for (const char* field : {"labels", "annotations"}) {
        const bj::value* const v = value_at(answered, field);
        if (!v) {
            if (const auto gone = meta.find(field); gone != meta.end()) meta.stable_erase(gone);
            continue;
        }
        if (!v->is_object())
            return fmt::format("invalid metadata.{} of type {} in converted object", field,
                               go_text::go_type(*v));
        if (std::string why = validate_changed_texts(field, object_of(meta, field), v->get_object());
            !why.empty())
            return why;
        meta[field] = *v;
    }
    converted["metadata"] = std::move(meta);
    return {};
}

}}}  // namespace setpoint::v0::apiserver
