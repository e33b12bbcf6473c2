#include "apiserver/objects/go_types.hpp"

#include "apiserver/objects/protobuf_types.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <array>

using namespace setpoint::apiserver;

namespace {

// Of a catalogue of one type, io.shop.v1.Order, with these fields.
std::string error_of(const std::string& fields) {
    const std::string text =
        "{\n \"types\": {\n  \"io.shop.v1.Order\": {\n   \"x-go\": {\n" + fields + "\n   }\n  }\n }\n}\n";
    const std::array files{catalogue_file{"shop.v1", text}};
    const catalogue all(files);
    const lazy_types<go_type> types(all);
    try {
        types.find("shop.v1.Order")->contents();
    } catch (const catalogue_error& error) {
        return error.what();
    }
    return "";
}

const go_field& field_of(const char* type, std::string_view name) {
    const go_type* found = find_go_type(type);
    BOOST_REQUIRE_MESSAGE(found != nullptr, type);
    const auto at = std::ranges::find(found->fields(), name, &go_field::name);
    BOOST_REQUIRE_MESSAGE(at != found->fields().end(), type << "." << name);
    return *at;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(go_types_test)

BOOST_AUTO_TEST_CASE(every_type_of_the_catalogue_can_be_read) {
    std::size_t count = 0;
    for (const std::string_view package : builtin_catalogue().packages())
        for (const catalogue_entry& e : builtin_catalogue().types(package)) {
            if (e.member("x-go").empty()) continue;
            const go_type* type = find_go_type(e.short_name());
            BOOST_REQUIRE_MESSAGE(type != nullptr, e.name);
            BOOST_TEST(type->protobuf().fields.size() == type->fields().size(), e.name);
            ++count;
        }
    BOOST_TEST(count > 500U);
    for (const catalogue_entry& e : builtin_catalogue().kinds())
        BOOST_TEST((go_type_of_kind(e.api_version, e.name) != nullptr), e.api_version << " " << e.name);
}

BOOST_AUTO_TEST_CASE(the_text_of_a_field_names_its_rule) {
    const go_field& replicas = field_of("apps.v1.DeploymentSpec", "replicas");
    BOOST_TEST(replicas.number == 1U);
    BOOST_TEST((replicas.is(go_kind::int32) && replicas.omit == omit_rule::if_nil));
    const go_field& created = field_of("meta.v1.ObjectMeta", "creationTimestamp");
    BOOST_TEST((created.is(go_kind::time) && created.omit == omit_rule::if_zero));
    const go_field& limits = field_of("core.v1.ResourceRequirements", "limits");
    BOOST_TEST((limits.many == multiplicity::map && limits.kind == go_kind::quantity && limits.rounded));
    BOOST_TEST(!field_of("core.v1.LimitRangeItem", "type").rounded);
    const go_field& uid = field_of("meta.v1.ObjectMeta", "uid");
    BOOST_TEST(uid.go_name == "UID");
    // Of an embedded struct.
    BOOST_TEST(field_of("core.v1.Volume", "configMap").of->name() == "core.v1.ConfigMapVolumeSource");
    BOOST_TEST(field_of("core.v1.Pod", "kind").number == 0U);
}

BOOST_AUTO_TEST_CASE(a_type_that_nobody_declares_is_named) {
    BOOST_TEST(error_of("    \"size\": \"1 int32\"") == "");
    BOOST_TEST(error_of("    \"part\": \"1 *shop.v1.Part,omitempty\"") ==
               "src/apiserver/kinds/catalogue/shop.v1.json: io.shop.v1.Order: x-go: part: no file of the "
               "catalogue has the type shop.v1.Part");
    BOOST_TEST(error_of("    \"size\": \"1 int33\"").ends_with("has the type int33"));
    BOOST_TEST(error_of("    \"size\": \"1 int32\"\n   },\n   \"x-defaults\": {\n    \"sise\": 1")
                   .ends_with("io.shop.v1.Order: x-defaults: no field sise"));
    BOOST_TEST(error_of("    \"size\": 7").ends_with("x-go: size: is not a text"));
    BOOST_TEST(error_of("    \"size\": \"\"").ends_with("x-go: size: '' has no type"));
}

BOOST_AUTO_TEST_SUITE_END()
