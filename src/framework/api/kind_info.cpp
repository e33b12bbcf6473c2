#include "setpoint/api/kind_info.hpp"

#include "framework/core/ascii.hpp"
#include "setpoint/json/encode.hpp"

namespace setpoint { inline namespace v0 {

namespace {

bool is_vowel(char c) {
    return std::string_view("aeiou").find(c) != std::string_view::npos;
}

}  // namespace

std::string default_plural(std::string_view name) {
    std::string out(name);
    if (name.size() >= 2 && name.back() == 'y' && !is_vowel(name[name.size() - 2])) {
        out.pop_back();
        return out + "ies";
    }
    for (const std::string_view ending : {"s", "x", "z", "ch", "sh"}) {
        if (name.ends_with(ending)) return out + "es";
    }
    return out + "s";
}

kind_info detail::make_kind_info(const kind_description& d) {
    kind_info k;
    k.gvk = {std::string(d.group), std::string(d.version), std::string(d.name)};
    k.singular = d.singular_name.empty() ? lower_case(d.name) : std::string(d.singular_name);
    k.plural = d.plural_name.empty() ? default_plural(lower_case(d.name)) : std::string(d.plural_name);
    k.list_kind = k.gvk.kind + "List";
    k.scope = d.where;
    k.custom = d.custom;
    k.is_partial = d.is_partial;
    k.metadata_only = d.is_metadata_only;
    k.description = d;
    return k;
}

std::string encode_object(const kind_info& kind, const void* object) {
    std::string out;
    out.reserve(1000);  // enough for most
    if (kind.dynamic) {
        json::encode(*kind.type, object, out);
        return out;
    }
    out = "{\"apiVersion\":";
    json::quote(kind.gvk.api_version(), out);
    out += ",\"kind\":";
    json::quote(kind.gvk.kind, out);
    const std::size_t end = out.size();
    json::encode(*kind.type, object, out);
    // Merges the object's own braces: {"apiVersion":...,"kind":... + {"metadata":...}
    if (out.size() - end == 2) {
        out.erase(end, 1);
    } else {
        out[end] = ',';
    }
    return out;
}

boost::json::object object_to_json(const kind_info& kind, const void* object) {
    boost::json::value body = json::to_value(*kind.type, object);
    if (kind.dynamic) return std::move(body.as_object());
    boost::json::object out;
    out["apiVersion"] = kind.gvk.api_version();
    out["kind"] = kind.gvk.kind;
    for (auto& [name, value] : body.as_object()) out[name] = std::move(value);
    return out;
}

}}  // namespace setpoint::v0
