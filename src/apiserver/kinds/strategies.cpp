#include "apiserver/kinds/strategies.hpp"

#include "apiserver/kinds/fields.hpp"
#include "apiserver/kinds/metadata_check.hpp"
#include "apiserver/kinds/shape.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace setpoint::apiserver::kinds {

bool is_status(const strategy_context& c) {
    return c.subresource == "status";
}

void create_without_status(bj::object& object, const strategy_context&) {
    object.stable_erase("status");
    shape(object);
}

void update_spec_or_status(bj::object& object, const bj::object& old, const strategy_context& c) {
    if (!is_status(c)) {
        copy_field(object, old, "status");
        return;
    }
    copy_field(object, old, "spec");
}

void warn_of_name(const bj::object& object, const strategy_context& c, std::string_view use) {
    if (c.warnings == nullptr) return;
    const complaints wrong = dns1123_label(text_at(object_of(object, "metadata"), "name"));
    if (wrong.empty()) return;
    c.warnings->push_back(fmt::format(
        "metadata.name: this is used in {}, which can result in surprising behavior; a DNS label is "
        "recommended: [{}]",
        use, fmt::join(wrong, " ")));
}

void check_namespaced(const bj::object& o, const strategy_context&, field_errors& to) {
    check_metadata(o, true, subdomain_name, to);
}

void check_cluster(const bj::object& o, const strategy_context&, field_errors& to) {
    check_metadata(o, false, subdomain_name, to);
}

void check_update_of_metadata(const bj::object& o, const bj::object& old, const strategy_context&,
                              field_errors& to) {
    check_metadata_update(o, old, to);
}

}  // namespace setpoint::apiserver::kinds
