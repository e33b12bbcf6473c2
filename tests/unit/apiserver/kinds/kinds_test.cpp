// The list of built-in kinds agrees with the catalogue.
#include "apiserver/kinds/kinds.hpp"

#include "apiserver/objects/go_types.hpp"
#include "apiserver/schema/catalogue.hpp"
#include "apiserver/schema/text_at.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

using namespace setpoint::apiserver;

BOOST_AUTO_TEST_SUITE(kinds_test)

namespace {

std::set<std::string, std::less<>> columns_in_catalogue(const catalogue_entry& kind) {
    std::set<std::string, std::less<>> out;
    const bj::value columns = kind.parse("columns");
    if (!columns.is_array()) return out;
    for (const bj::value& c : columns.get_array()) out.emplace(text_at(c.get_object(), "name"));
    return out;
}

bool is_of_metadata(std::string_view column) {
    return column == "Name" || column == "Age" || column == "Created At";
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_kind_with_a_resource_is_listed_once) {
    std::set<std::pair<std::string_view, std::string_view>> listed;
    for (const kind_entry& kind : builtin_kinds()) {
        BOOST_TEST(kind.code != nullptr, kind.kind);
        BOOST_TEST(listed.emplace(kind.api_version, kind.kind).second, kind.api_version << " " << kind.kind);
    }
    for (const catalogue_entry& kind : builtin_catalogue().kinds())
        if (!kind.member("resource").empty())
            BOOST_TEST(listed.erase({kind.api_version, kind.name}) == 1U,
                       kind.api_version << " " << kind.name);
    BOOST_TEST(listed.empty());
}

BOOST_AUTO_TEST_CASE(each_column_has_exactly_one_cell) {
    for (const kind_entry& kind : builtin_kinds()) {
        const catalogue_entry* entry = builtin_catalogue().kind(kind.api_version, kind.kind);
        BOOST_REQUIRE_MESSAGE(entry != nullptr, kind.kind);
        auto columns = columns_in_catalogue(*entry);
        for (const cell_row& row : kind.code->cells)
            BOOST_TEST(columns.erase(std::string(row.column)) == 1U, kind.kind << " " << row.column);
        for (const std::string& left : columns) BOOST_TEST(is_of_metadata(left), kind.kind << " " << left);
    }
}

BOOST_AUTO_TEST_CASE(type_defaults_belong_to_existing_types) {
    std::map<std::string_view, void (*)(bj::object&)> seen;
    for (const kind_entry& kind : builtin_kinds()) {
        for (const type_default& d : kind.code->type_defaults) {
            BOOST_TEST(find_go_type(d.type) != nullptr, d.type);
            // Both versions of HorizontalPodAutoscaler have the same table.
            BOOST_TEST((seen.emplace(d.type, d.fill).first->second == d.fill), d.type);
            BOOST_TEST((defaults_of_type(d.type) == d.fill), d.type);
        }
    }
    BOOST_TEST(!seen.empty());
    BOOST_TEST((defaults_of_type("core.v1.Binding") == nullptr));
}

BOOST_AUTO_TEST_SUITE_END()
