// Tables and partial metadata, compared with responses of a real 1.36.3 server.

#include "apiserver/format/table.hpp"

#include "apiserver/registry/registry.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

namespace setpoint { inline namespace v0 { namespace apiserver { namespace {

struct table_fixture {
    registry kinds;
    resource_ptr maps;
    wall_time now{};

    table_fixture() {
        add_builtin_resources(kinds);
        maps = kinds.find("", "v1", "configmaps");
    }
    static bj::object config_map() {
        return bj::
            parse(R"({"kind":"ConfigMap","apiVersion":"v1","metadata":{"uid":"u","name":"a","resourceVersion":"7",
                             "unknown":1,"namespace":"d"},"data":{"k":"v"}})")
                .as_object();
    }
    static bj::object list() {
        return bj::parse(R"({"kind":"ConfigMapList","apiVersion":"v1","metadata":{"resourceVersion":"9",
                             "continue":"c","remainingItemCount":3}})")
            .as_object();
    }
    shaper make(shape s, include_object include = include_object::metadata) const {
        answer_format f;
        f.as = s;
        return {*maps, f, include, now};
    }
};

BOOST_FIXTURE_TEST_CASE(a_table_has_the_metadata_of_its_list_and_a_row_for_each_item, table_fixture) {
    const shaper s = make(shape::table);
    const bj::object t = s.list_head(list());
    const bj::object row = s.list_item(config_map());
    BOOST_TEST(t.at("kind") == "Table");
    BOOST_TEST(t.at("apiVersion") == "meta.k8s.io/v1");
    BOOST_TEST(bj::serialize(t.at("metadata")) ==
               R"({"resourceVersion":"9","continue":"c","remainingItemCount":3})");
    BOOST_TEST(t.at("columnDefinitions").as_array().size() == 3U);
    BOOST_TEST(t.at("columnDefinitions").at(0).at("name") == "Name");
    BOOST_TEST(s.list_field() == "rows");
    BOOST_TEST(row.at("cells").at(0) == "a");
    BOOST_TEST(bj::serialize(row.at("object")) ==
               R"({"kind":"PartialObjectMetadata","apiVersion":"meta.k8s.io/v1","metadata":)"
               R"({"name":"a","namespace":"d","uid":"u","resourceVersion":"7"}})");
}

BOOST_FIXTURE_TEST_CASE(rows_have_the_object_that_was_asked_for, table_fixture) {
    const bj::object none = make(shape::table, include_object::none).object(config_map()).value();
    BOOST_TEST(none.at("rows").at(0).at("object").is_null());
    BOOST_TEST(none.at("metadata").at("resourceVersion") == "7");
    const bj::object whole = make(shape::table, include_object::object).object(config_map()).value();
    BOOST_TEST(whole.at("rows").at(0).at("object").at("data").at("k") == "v");
    BOOST_TEST(read_include_object("Nope").error().message ==
               "Unable to convert to Table as requested: includeObject: Invalid value: \"Nope\": must be "
               "'Metadata', "
               "'Object', 'None', or empty");
}

BOOST_FIXTURE_TEST_CASE(only_the_first_event_of_a_watch_has_columns, table_fixture) {
    shaper s = make(shape::table);
    BOOST_TEST(s.event(config_map(), now).at("columnDefinitions").is_array());
    BOOST_TEST(s.event(config_map(), now).at("columnDefinitions").is_null());
}

BOOST_FIXTURE_TEST_CASE(the_bookmark_after_initial_events_keeps_its_annotation, table_fixture) {
    const bj::object mark =
        bj::parse(R"({"kind":"ConfigMap","apiVersion":"v1","metadata":{"resourceVersion":"8",
                      "annotations":{"k8s.io/initial-events-end":"true"}}})")
            .as_object();
    const bj::object t = make(shape::table, include_object::none).event(mark, now);
    BOOST_TEST(
        bj::serialize(t.at("rows").at(0)) ==
        R"({"cells":["",0,"<unknown>"],"object":{"kind":"PartialObjectMetadata","apiVersion":"meta.k8s.io/v1",)"
        R"("metadata":{"resourceVersion":"8","annotations":{"k8s.io/initial-events-end":"true"}}}})");
}

BOOST_FIXTURE_TEST_CASE(partial_metadata_of_an_empty_list_has_null_items, table_fixture) {
    const shaper s = make(shape::partial_list);
    BOOST_TEST(s.empty_is_null());
    BOOST_TEST(s.list_head(list()).at("kind") == "PartialObjectMetadataList");
    BOOST_TEST(s.list_item(config_map()).at("kind") == "PartialObjectMetadata");
}

BOOST_FIXTURE_TEST_CASE(shapes_of_objects_and_lists_are_not_interchangeable, table_fixture) {
    BOOST_TEST(
        make(shape::partial_list).object(config_map()).error().message ==
        "you requested PartialObjectMetadataList, but the requested object is not a list (*core.ConfigMap)");
    BOOST_TEST(
        make(shape::partial).takes_lists().error().message ==
        "you requested PartialObjectMetadata, but the requested object is a list (*core.ConfigMapList)");
}

BOOST_FIXTURE_TEST_CASE(a_review_has_no_table, table_fixture) {
    answer_format f;
    f.as = shape::table;
    const resource_ptr reviews = kinds.find("authorization.k8s.io", "v1", "selfsubjectaccessreviews");
    BOOST_TEST(shaper(*reviews, f, include_object::metadata, now).object(config_map()).error().code == 406);
}

BOOST_FIXTURE_TEST_CASE(a_status_is_unchanged, table_fixture) {
    const bj::object status = bad_request("x").to_status();
    BOOST_TEST(bj::serialize(make(shape::table).object(status).value()) == bj::serialize(status));
}

}}}}  // namespace setpoint::v0::apiserver
