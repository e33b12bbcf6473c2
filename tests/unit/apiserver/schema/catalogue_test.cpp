#include "apiserver/schema/catalogue.hpp"

#include <boost/json/object.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <vector>

using namespace setpoint::apiserver;

namespace {

constexpr std::string_view small_file = R"({
 "apiVersion": "shop/v1",
 "kinds": {
  "Order": {
   "resource": {"plural": "orders"},
   "columns": [
    {"name": "Name"}
   ]
  },
  "OrderList": {}
 },
 "types": {
  "io.shop.v1.Amount": {
   "type": "string"
  },
  "io.shop.v1.Order": {
   "type": "object",
   "properties": {
    "spec": {"x-go-type":"x"}
   },
   "x-go": {
    "spec": "1 string"
   }
  },
  "io.shop.v1.OrderPart": {
   "x-go": {
    "size": "1 int32"
   }
  }
 }
}
)";

// What the catalogue of one file reports when all of it is read.
std::string error_of(std::string_view text) {
    const std::array files{catalogue_file{"shop.v1", text}};
    const catalogue all(files);
    try {
        for (const catalogue_entry& e : all.kinds()) e.member("columns");
        for (const catalogue_entry& e : all.types("shop.v1")) e.parse("x-go");
    } catch (const catalogue_error& error) {
        return error.what();
    }
    return "";
}

std::string replaced(std::string_view what, std::string_view by) {
    std::string out(small_file);
    return out.replace(out.find(what), what.size(), by);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(catalogue_test)

BOOST_AUTO_TEST_CASE(entries_are_found_by_name) {
    const std::array files{catalogue_file{"shop.v1", small_file}};
    const catalogue all(files);
    BOOST_REQUIRE(all.type("shop.v1.Order") != nullptr);
    BOOST_TEST(all.type("shop.v1.Order") == all.type("io.shop.v1.Order"));
    BOOST_TEST(all.type("io.other.shop.v1.Order") == nullptr);
    BOOST_TEST(all.type("shop.v1.Orders") == nullptr);
    BOOST_TEST(all.type("Order") == nullptr);
    BOOST_TEST(all.type("") == nullptr);
    BOOST_REQUIRE(all.kind("shop/v1", "OrderList") != nullptr);
    BOOST_TEST(all.kind("shop/v1", "OrderList")->members == "");
    BOOST_TEST(all.kind("shop/v2", "Order") == nullptr);
    BOOST_TEST(all.kinds().size() == 2U);
}

BOOST_AUTO_TEST_CASE(members_are_parsed_by_name) {
    const std::array files{catalogue_file{"shop.v1", small_file}};
    const catalogue all(files);
    const catalogue_entry& order = *all.kind("shop/v1", "Order");
    BOOST_TEST(order.member("resource") == R"({"plural": "orders"})");
    BOOST_TEST(order.parse("columns").as_array().size() == 1U);
    BOOST_TEST(order.parse("flags").is_null());
}

BOOST_AUTO_TEST_CASE(the_definition_is_what_openapi_shows) {
    const std::array files{catalogue_file{"shop.v1", small_file}};
    const catalogue all(files);
    const boost::json::value expected{{"type", "object"}, {"properties", {{"spec", {{"x-go-type", "x"}}}}}};
    BOOST_TEST((all.type("shop.v1.Order")->parse_definition() == expected));
    BOOST_TEST(all.type("shop.v1.OrderPart")->parse_definition().is_null());
    BOOST_TEST((all.type("shop.v1.Amount")->parse_definition() == boost::json::value{{"type", "string"}}));
}

BOOST_AUTO_TEST_CASE(a_file_that_is_cut_off_is_named) {
    BOOST_TEST(error_of(small_file) == "");
    constexpr std::string_view file = "src/apiserver/kinds/catalogue/shop.v1.json: ";
    for (std::size_t size = 0; size + 3 < small_file.size(); ++size) {
        const std::string error = error_of(small_file.substr(0, size));
        BOOST_TEST(error.starts_with(file), "cut after " << size << ": " << error);
    }
}

BOOST_AUTO_TEST_CASE(a_damaged_entry_is_named) {
    constexpr std::string_view file = "src/apiserver/kinds/catalogue/shop.v1.json: ";
    BOOST_TEST(error_of(replaced("\n   ]", "\n  ]")).starts_with(file));
    BOOST_TEST(error_of(replaced("\"1 string\"", "1 string"))
                   .starts_with(std::string(file) + "io.shop.v1.Order: x-go: "));
    BOOST_TEST(error_of(replaced("\n  \"OrderList\"", "\n   \"OrderList\"")).starts_with(file));
}

BOOST_AUTO_TEST_CASE(every_file_of_the_folder_is_embedded) {
    std::vector<std::string> files;
    for (const auto& file :
         std::filesystem::directory_iterator(SETPOINT_SOURCE_DIR "/src/apiserver/kinds/catalogue"))
        if (file.path().extension() == ".json") files.push_back(file.path().stem().string());
    std::ranges::sort(files);
    std::vector<std::string> embedded;
    for (const catalogue_file& file : catalogue_files()) embedded.emplace_back(file.package);
    BOOST_TEST(embedded == files, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(embedded_files_are_complete) {
    const catalogue& all = builtin_catalogue();
    BOOST_TEST(std::ranges::is_sorted(all.packages()));
    for (const std::string_view package : all.packages()) {
        BOOST_TEST(!all.types(package).empty(), package);
        for (const catalogue_entry& e : all.types(package))
            BOOST_TEST((all.type(e.short_name()) == &e), e.name);
    }
    for (const catalogue_entry& e : all.kinds()) BOOST_TEST((all.kind(e.api_version, e.name) == &e), e.name);
}

BOOST_AUTO_TEST_SUITE_END()
