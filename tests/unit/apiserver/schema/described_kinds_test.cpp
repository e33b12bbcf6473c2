// Compares the built-in kinds in include/setpoint/api field by field with the OpenAPI document of
// the API (src/apiserver/kinds/catalogue).

#include "support/described_kinds.hpp"

#include "apiserver/schema/builtin_schemas.hpp"
#include "setpoint/json/encode.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

#include <set>
#include <utility>

using namespace setpoint;
using namespace setpoint::kinds;

BOOST_AUTO_TEST_SUITE(described_kinds_test)

namespace {

using apiserver::last_part;
using apiserver::schema_node;

// Fields of the API that are omitted on purpose, by Go type.
struct left_out {
    std::string_view type;
    std::vector<std::string_view> fields;
};
const std::vector<left_out>& omissions() {
    static const std::vector<left_out> all{
        // As large as the rest of the object, or no longer used by the API.
        {"ObjectMeta", {"managedFields", "selfLink"}},
        // Volumes whose plugins Kubernetes has removed or replaced by CSI drivers.
        {"Volume",
         {"awsElasticBlockStore", "azureDisk", "azureFile", "cephfs", "cinder", "flexVolume", "flocker",
          "gcePersistentDisk", "gitRepo", "glusterfs", "photonPersistentDisk", "portworxVolume", "quobyte",
          "rbd", "scaleIO", "storageos", "vsphereVolume"}},
        {"PersistentVolumeSpec",
         {"awsElasticBlockStore", "azureDisk", "azureFile", "cephfs", "cinder", "flexVolume", "flocker",
          "gcePersistentDisk", "glusterfs", "photonPersistentDisk", "portworxVolume", "quobyte", "rbd",
          "scaleIO", "storageos", "vsphereVolume"}},
        {"PodSpec", {"serviceAccount"}},               // deprecated name of serviceAccountName
        {"JobSpec", {"scheduling"}},                   // its types are those of an alpha version
        {"NodeSpec", {"configSource", "externalID"}},  // no longer used
        {"NodeStatus", {"config"}},                    // no longer used
        {"Secret", {"stringData"}},                    // the server folds it into data
        {"DeleteOptions", {"apiVersion", "kind"}},     // part of the encoding where they are sent alone
    };
    return all;
}

bool is_left_out(std::string_view type, std::string_view field) {
    for (const left_out& l : omissions()) {
        if (l.type == type) return std::find(l.fields.begin(), l.fields.end(), field) != l.fields.end();
    }
    return false;
}

class comparison {
public:
    std::size_t fields = 0;

    void compare(const std::string& at, const json::type_info& ours, const schema_node& theirs) {
        const json::type_info* type = &ours;
        while (type->kind == json::type_kind::optional) type = type->element;
        using kind = json::type_kind;
        using what = schema_node::type;
        switch (type->kind) {
            case kind::boolean:
                return expect(at, theirs.what == what::boolean);
            case kind::int32:
                return expect(at, theirs.what == what::integer && theirs.integer_format == "int32");
            case kind::int64:
                return expect(at, theirs.what == what::integer && theirs.integer_format == "int64");
            case kind::number:
                return expect(at, theirs.what == what::number);
            case kind::std_string:
            case kind::shared_text:
            case kind::enumeration:
                return expect(at, theirs.what == what::string);
            case kind::scalar:
                return scalar(at, *type, theirs);
            case kind::any:
                return expect(at, theirs.what == what::any || theirs.preserve_unknown);
            case kind::list:
                expect(at, theirs.what == what::array);
                if (theirs.items) compare(at + "[]", *type->element, *theirs.items);
                return;
            case kind::map:
                expect(at, theirs.what == what::object && theirs.additional);
                if (theirs.additional) compare(at + "{}", *type->element, *theirs.additional);
                return;
            case kind::object:
                return object(at, *type, theirs);
            case kind::optional:
                break;  // opened above
        }
    }

private:
    void expect(const std::string& at, bool holds) {
        BOOST_TEST_CONTEXT(at) BOOST_TEST(holds, "has another type than the API gives it");
    }

    void scalar(const std::string& at, const json::type_info& ours, const schema_node& theirs) {
        using what = schema_node::type;
        switch (static_cast<json::scalar_type>(ours.scalar_type)) {
            case json::scalar_type::integer:
                return expect(at,
                              theirs.what == what::integer && theirs.integer_format == ours.scalar_format);
            case json::scalar_type::int_or_string:
                return expect(
                    at, theirs.what == (ours.name == "quantity" ? what::quantity : what::int_or_string));
            case json::scalar_type::string:
                return expect(at,
                              theirs.what == (ours.scalar_format == "date-time" ? what::time : what::string));
            default:
                return expect(at, false);
        }
    }

    void object(const std::string& at, const json::type_info& ours, const schema_node& theirs) {
        expect(at, theirs.what == schema_node::type::object && !theirs.properties.empty());
        const std::string_view api_type = last_part(theirs.type_name);
        if (!seen_.emplace(&ours, api_type).second) return;
        for (const json::field_info& f : ours.fields) {
            ++fields;
            const schema_node* field = theirs.find(f.name);
            // `condition` serves all kinds; older conditions have no generation.
            if (!field && ours.name == "condition" && f.name == "observedGeneration") continue;
            BOOST_TEST_CONTEXT(at << "." << f.name)
            BOOST_TEST((field != nullptr), "the API has no such field");
            if (!field) continue;
            compare(fmt::format("{}.{}", at, f.name), *f.type, *field);
            list_type(fmt::format("{}.{}", at, f.name), f, *field);
        }
        for (const apiserver::property& p : theirs.properties) {
            if (ours.find(p.name) || is_left_out(api_type, p.name)) continue;
            // Part of the encoding, not of the struct.
            if (at.find('.') == std::string::npos && (p.name == "apiVersion" || p.name == "kind")) continue;
            // As above; and templates have fewer metadata fields.
            if (ours.name == "condition" || ours.name == "template_meta") continue;
            BOOST_ERROR(at << ": " << p.name << " of " << api_type << " is not described");
        }
    }

    static void list_type(const std::string& at, const json::field_info& ours, const schema_node& theirs) {
        if (theirs.what != schema_node::type::array) return;
        BOOST_TEST_CONTEXT(at) {
            BOOST_TEST((ours.list == json::list_kind::set) == (theirs.list_type == schema_node::list::set));
            const bool keyed = ours.list == json::list_kind::keyed;
            if (theirs.list_type == schema_node::list::map) {
                BOOST_TEST(keyed);
                const std::vector<std::string> keys(ours.rules->keys.begin(), ours.rules->keys.end());
                BOOST_TEST(std::set<std::string>(keys.begin(), keys.end()) ==
                               std::set<std::string>(theirs.map_keys.begin(), theirs.map_keys.end()),
                           boost::test_tools::per_element());
            } else if (keyed) {
                // A list that strategic merge patch merges, whose list type the document omits.
                BOOST_TEST(theirs.patch_merge);
                BOOST_TEST(std::string(ours.rules->keys[0]) == theirs.patch_merge_key);
            }
        }
    }

    std::set<std::pair<const json::type_info*, std::string>> seen_;
};

template <class F>
void each_kind(F f) {
    test::stored_kinds::each(f);
    test::other_kinds::each(f);
}

}  // namespace

BOOST_AUTO_TEST_CASE(described_fields_equal_those_of_the_api) {
    const apiserver::builtin_schemas schemas;
    comparison c;
    each_kind([&]<class T>() {
        const kind_info& kind = kind_of<T>();
        const schema_node* node = schemas.find(kind.gvk.group, kind.gvk.version, kind.gvk.kind);
        BOOST_REQUIRE_MESSAGE(node, kind.gvk.kind << " is no kind of the API");
        c.compare(kind.gvk.kind, *kind.type, *node);
    });
    BOOST_TEST(c.fields > 1400U);
}

BOOST_AUTO_TEST_CASE(empty_kinds_encode_no_fields) {
    each_kind([]<class T>() {
        const kind_info& kind = kind_of<T>();
        BOOST_TEST(encode_object(T{}) == fmt::format(R"({{"apiVersion":"{}","kind":"{}"}})",
                                                     kind.gvk.api_version(), kind.gvk.kind));
    });
}

BOOST_AUTO_TEST_SUITE_END()
