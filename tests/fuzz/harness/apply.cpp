// Server-side apply and managedFields of the embedded server: live object, %%, configuration. What was
// applied once and is applied again changes nothing; sets of fields are written and read as the same.
#include "apiserver/patch/managed_fields.hpp"
#include "apiserver/schema/builtin_schemas.hpp"
#include "harness.hpp"
#include "setpoint/json/decode.hpp"

#include <boost/json/serialize.hpp>

namespace setpoint { inline namespace v0 { namespace fuzz {

namespace {

using boost::json::object;
using boost::json::value;

void check_field_set(const value& v) {
    const auto set = apiserver::field_set::parse(v);
    if (!set) return;
    const auto again = apiserver::field_set::parse(set->to_fields_v1());
    expect(again.has_value() && *again == *set, "a set of fields is written and read");
    expect(set->minus(*set).empty(), "nothing is left of a set without itself");
    expect(set->united(*set) == *set && set->intersected(*set) == *set, "a set and itself are itself");
}

}  // namespace

void apply(std::string_view input) {
    static const apiserver::builtin_schemas schemas;
    const parts<2> in(input);
    const auto live = json::decode<value>(in[0]), config = json::decode<value>(in[1]);
    if (!live) return;
    check_field_set(*live);
    if (!live->is_object() || !config || !config->is_object()) return;
    apiserver::versioned_type type;
    type.type = schemas.find("apps", "v1", "Deployment");
    type.versions = {"apps/v1"};
    apiserver::field_manager who{.name = "fuzz",
                                 .api_version = "apps/v1",
                                 .subresource = "",
                                 .now = "2026-01-01T00:00:00Z",
                                 .force = true};
    const object& old = live->get_object();

    object updated = config->get_object();
    apiserver::track_update(updated, &old, type, who);

    const auto applied = apiserver::apply(&old, config->get_object(), type, who);
    if (!applied) return;
    // When nobody owns anything, the next apply takes note of what was there before it.
    const value* const meta = applied->if_contains("metadata");
    if (!meta || !meta->is_object() || !meta->get_object().contains("managedFields")) return;
    who.now = "2026-02-02T00:00:00Z";
    const auto again = apiserver::apply(&*applied, config->get_object(), type, who);
    expect(again.has_value(), "what was applied can be applied again");
    expect_equal(boost::json::serialize(*again), boost::json::serialize(*applied), "which changes nothing");
}

}}}  // namespace setpoint::v0::fuzz
