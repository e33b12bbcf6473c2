#include "apiserver/kinds/kinds.hpp"
#include "apiserver/objects/fields.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <initializer_list>
#include <string>

using namespace setpoint::apiserver;

BOOST_AUTO_TEST_SUITE(storage_version_migration_test)

namespace {

bj::object migration(const char* resource, const char* group) {
    bj::object o;
    o["metadata"] = {{"name", "m"}};
    o["spec"] = {{"resource", {{"group", group}, {"resource", resource}}}};
    return o;
}

bj::object with_status(const char* version, std::initializer_list<const char*> true_conditions) {
    bj::object o = migration("foos", "example.com");
    bj::object& status = o["status"].emplace_object();
    status["resourceVersion"] = version;
    bj::array& all = status["conditions"].emplace_array();
    for (const char* type : true_conditions)
        all.push_back({{"type", type},
                       {"status", "True"},
                       {"reason", "R"},
                       {"message", ""},
                       {"lastTransitionTime", "2026-01-01T00:00:00Z"}});
    return o;
}

std::string errors_of(const bj::object& o, const bj::object* old = nullptr, const char* subresource = "") {
    kind_context c{};
    c.subresource = subresource;
    field_errors errors;
    if (old == nullptr)
        storage_version_migration_kind.validate(o, c, errors);
    else
        storage_version_migration_kind.validate_update(o, *old, c, errors);
    std::string out;
    for (const field_error& e : errors) out += e.text() + "\n";
    return out;
}

// Without the value, which has all conditions.
std::string outcome_error(const bj::object& o, const bj::object& old) {
    const std::string text = errors_of(o, &old, "status");
    return text.substr(text.rfind("]: ") + 3);
}

std::string cell_named(std::string_view column, const bj::object& o) {
    for (const cell_row& row : storage_version_migration_kind.cells)
        if (row.column == column) return std::string(row.print(o, {}).as_string());
    return "no such cell";
}

}  // namespace

BOOST_AUTO_TEST_CASE(migrations_name_a_resource) {
    BOOST_TEST(errors_of(migration("foos", "example.com")) == "");
    BOOST_TEST(errors_of(migration("pods", "")) == "");
    BOOST_TEST(errors_of(migration("", "")) ==
               "spec.resource.resource: Required value: resource is required to be set\n");
    BOOST_TEST(errors_of(migration("a.b", ""))
                   .starts_with("spec.resource.resource: Invalid value: \"a.b\": a DNS-1035"));
    BOOST_TEST(errors_of(migration("foos", "A"))
                   .starts_with("spec.resource.group: Invalid value: \"A\": a lowercase"));
    const bj::object stored = migration("foos", "example.com");
    BOOST_TEST(errors_of(migration("bars", "example.com"), &stored).ends_with(": field is immutable\n"));
}

BOOST_AUTO_TEST_CASE(versions_are_set_once) {
    const bj::object none = with_status("", {}), five = with_status("5", {}), six = with_status("6", {});
    BOOST_TEST(errors_of(five, &none, "status") == "");
    BOOST_TEST(errors_of(five, &five, "status") == "");
    BOOST_TEST(errors_of(six, &five, "status") ==
               "status.resourceVersion: Invalid value: \"6\": field is immutable\n");
    for (const char* bad : {"05", "x", "-1", "1 "})
        BOOST_TEST(errors_of(with_status(bad, {}), &none, "status") ==
                   "status.resourceVersion: Invalid value: \"" + std::string(bad) +
                       "\": resource version is not well formed: " + bad + "\n");
}

BOOST_AUTO_TEST_CASE(outcomes_stay) {
    const bj::object none = with_status("5", {}), done = with_status("5", {"Succeeded"}),
                     failed = with_status("5", {"Failed"});
    BOOST_TEST(errors_of(done, &none, "status") == "");
    BOOST_TEST(outcome_error(with_status("5", {"Succeeded", "Failed"}), none) ==
               "Both success and failed conditions cannot be true at the same time\n");
    BOOST_TEST(outcome_error(none, done) == "Success condition cannot be set to false once it is true\n");
    BOOST_TEST(outcome_error(none, failed) == "Failed condition cannot be set to false once it is true\n");
}

BOOST_AUTO_TEST_CASE(tables_show_resource_and_state) {
    BOOST_TEST(cell_named("Resource", migration("foos", "example.com")) == "foos.example.com");
    BOOST_TEST(cell_named("Resource", migration("pods", "")) == "pods");
    BOOST_TEST(cell_named("Status", migration("pods", "")) == "Unknown");
    BOOST_TEST(cell_named("Status", with_status("5", {"Running"})) == "Running");
}

BOOST_AUTO_TEST_SUITE_END()
