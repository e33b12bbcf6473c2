// IPAddresses (pkg/apis/networking/validation).

#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/shared/cells.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "setpoint/core/ip_text.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

// IsValidIP of apimachinery's util/validation: canonical, in addition to what ip_address() requires.
messages canonical_address(std::string_view s, bool) {
    messages out = ip_address(s);
    if (!out.empty()) return out;
    if (const std::string text = parse_ip(s)->to_string(); text != s)
        out.push_back(fmt::format("must be in canonical form (\"{}\")", text));
    return out;
}

void validate_parent(const bj::object& spec, field_errors& to) {
    const std::string path = "spec.parentRef";
    const bj::object* parent = object_at(spec, "parentRef");
    if (parent == nullptr) {
        required(to, path);
        return;
    }
    if (const std::string_view group = text_at(*parent, "group"); !group.empty())
        add_invalid(to, path + ".group", group, dns1123_subdomain(group));
    for (const char* key : {"resource", "name"}) {
        const std::string_view value = text_at(*parent, key);
        if (value.empty())
            required(to, child(path, key));
        else
            add_invalid(to, child(path, key), value, path_segment(value, false));
    }
    const std::string_view ns = text_at(*parent, "namespace");
    if (!ns.empty()) add_invalid(to, path + ".namespace", ns, path_segment(ns, false));
}

void validate_ip_address(const bj::object& o, const kind_context&, field_errors& to) {
    validate_metadata(o, false, canonical_address, to);
    validate_parent(object_of(o, "spec"), to);
}

void validate_ip_address_update(const bj::object& o, const bj::object& old, const kind_context& c,
                                field_errors& to) {
    validate_ip_address(o, c, to);
    validate_metadata_update(o, old, to);
    validate_immutable(object_of(o, "spec"), object_of(old, "spec"), "parentRef", "spec.parentRef", to);
}

bj::value parent_of_address_cell(const bj::object& o, wall_time) {
    const bj::object* parent = object_at(o, {"spec", "parentRef"});
    if (parent == nullptr) return "<none>";
    std::string out(text_at(*parent, "resource"));
    if (const std::string_view group = text_at(*parent, "group"); !group.empty())
        out.append(".").append(group);
    if (const std::string_view ns = text_at(*parent, "namespace"); !ns.empty()) out.append("/").append(ns);
    return cell(out.append("/").append(text_at(*parent, "name")));
}

constexpr cell_row ip_address_cells[] = {
    {"ParentRef", parent_of_address_cell},
};

}  // namespace

constinit const kind_code ip_address_kind{.defaults = apply_go_encoding,
                                          .validate = validate_ip_address,
                                          .validate_update = validate_ip_address_update,
                                          .cells = ip_address_cells,
                                          .has_generation = false};

}}}  // namespace setpoint::v0::apiserver
