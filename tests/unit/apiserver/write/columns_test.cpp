#include "apiserver/kinds/shared/columns.hpp"

#include "apiserver/kinds/shared/age.hpp"
#include "apiserver/objects/json_path.hpp"
#include "unit/apiserver/write/observed.hpp"

using namespace setpoint::apiserver;
using namespace setpoint::apiserver::test;

namespace {

// Its cells depend on the time of the recording.
bool is_age(std::string_view name) {
    return name == "Age" || name == "Last Seen" || name == "First Seen";
}

column custom_column(const char* path, const char* type) {
    column c;
    c.path = json_path::parse(path);
    c.type = type;
    return c;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(columns_test)

BOOST_AUTO_TEST_CASE(cells_are_those_of_the_real_server) {
    for (const bj::value& row : observed("tables.json")) {
        const bj::object& o = row.at("object").as_object();
        const resource_ptr r = resource_of(o);
        BOOST_REQUIRE(r);
        const bj::array& names = row.at("columns").as_array();
        BOOST_REQUIRE_EQUAL(r->columns->size(), names.size());
        for (std::size_t i = 0; i < names.size(); ++i) {
            const column& c = (*r->columns)[i];
            BOOST_TEST(std::string_view(c.name) == std::string_view(names[i].as_string()));
            const bj::value got = cell_of(c, o, some_time()), expected = row.at("cells").as_array()[i];
            if (is_age(c.name)) {
                BOOST_TEST(got.is_string());
                continue;
            }
            BOOST_TEST((got == expected), r->kind << " " << c.name << ": " << bj::serialize(got)
                                                  << " instead of " << bj::serialize(expected) << " for "
                                                  << bj::serialize(o));
        }
        BOOST_TEST((bj::value(row_conditions(*r, o)) == row.at("conditions")), bj::serialize(o));
    }
}

BOOST_AUTO_TEST_CASE(columns_share_the_descriptions_of_name_and_age) {
    constexpr const char* roles = "rbac.authorization.k8s.io/v1";
    const auto description = [](std::string_view version, std::string_view kind, std::string_view name) {
        const catalogue_entry* entry = builtin_catalogue().kind(version, kind);
        BOOST_REQUIRE(entry != nullptr);
        for (const column& c : columns_of(*entry, {}))
            if (c.name == name) return c.description;
        return std::string("no such column");
    };
    BOOST_TEST(description("v1", "Pod", "Name").starts_with("Name must be unique"));
    BOOST_TEST(description(roles, "Role", "Name").starts_with("Name must be unique"));
    BOOST_TEST(description("coordination.k8s.io/v1", "Lease", "Name").starts_with("Name must be unique"));
    BOOST_TEST(description("v1", "Pod", "Age").starts_with("CreationTimestamp is"));
    BOOST_TEST(description(roles, "Role", "Created At").starts_with("CreationTimestamp is"));
    BOOST_TEST(description("v1", "Pod", "Nominated Node").starts_with("nominatedNodeName is"));
    BOOST_TEST(description("node.k8s.io/v1", "RuntimeClass", "Handler") == "");
}

BOOST_AUTO_TEST_CASE(durations_grow_coarser_as_they_grow) {
    using namespace std::chrono;
    const std::pair<seconds, const char*> cases[] = {
        {-5s, "<invalid>"}, {0s, "0s"},           {119s, "119s"},        {120s, "2m"},
        {125s, "2m5s"},     {599s, "9m59s"},      {600s, "10m"},         {179min, "179m"},
        {180min, "3h"},     {3h + 5min, "3h5m"},  {8h + 5min, "8h"},     {47h, "47h"},
        {48h, "2d"},        {51h, "2d3h"},        {24h * 8, "8d"},       {24h * 729, "729d"},
        {24h * 730, "2y"},  {24h * 800, "2y70d"}, {24h * 365 * 8, "8y"},
    };
    for (const auto& [d, text] : cases) BOOST_TEST(human_duration(d) == text);
    BOOST_TEST(age_text("2025-12-31T23:59:30Z", some_time()) == "30s");
    BOOST_TEST(age_text("", some_time()) == "<unknown>");
}

BOOST_AUTO_TEST_CASE(custom_columns_follow_their_path_and_type) {
    const bj::object o = parse(
        R"({"spec":{"n":3,"s":"x","b":true,"m":{"k":1},"since":"2025-12-31T23:00:00Z","a.b":"dot","nul":null,"big":10000000000000000000},
        "status":{"conditions":[{"type":"A","status":"False"},{"type":"Ready","status":"True"}]},"list":["p","q"],"items":[{"v":1},{"v":2,"w":null}]})");
    struct {
        const char *path, *type, *expected;
    } const cases[] = {
        {".spec.n", "integer", "3"},
        {".spec.n", "string", R"("3")"},
        {".spec.s", "string", R"("x")"},
        {".spec.s", "integer", "null"},
        {".spec.b", "boolean", "true"},
        {".spec.m", "string", R"("{\"k\":1}")"},
        {".spec.since", "date", R"("60m")"},
        {".spec.s", "date", R"("<invalid>")"},
        {".spec.gone", "string", "null"},
        {".spec['a.b']", "string", "null"},
        {R"(.spec['a\.b'])", "string", R"("dot")"},
        {".list[0:2]", "string", R"("p")"},
        {".list[1,0]", "string", R"("q")"},
        {"..since", "string", R"("2025-12-31T23:00:00Z")"},
        {".items[?(@.v>1)].v", "integer", "2"},
        {".items[?(@.v>1.0)].v", "integer", "null"},
        {".items[?(@.w)].w", "string", R"("<no value>")"},
        {".spec.nul", "string", R"("<no value>")"},
        {".spec.nul", "integer", "null"},
        {".spec.big", "integer", "-9223372036854775808"},
        {".spec.big", "string", R"("1e+19")"},
        {".spec.n", "number", "3E0"},
        {".spec.n", "boolean", "null"},
        {".spec.n 5", "integer", "null"},
        {".spec.n 5", "string", R"("5")"},
        {".spec.n.*", "string", "null"},
        {".spec.gone \"x\"", "string", R"("x")"},
        {".spec.a\\.b", "string", R"("dot")"},
        {R"(.status.conditions[?(@.type=="Ready")].status)", "string", R"("True")"},
        {R"(.status.conditions[?(@.type=='None')].status)", "string", "null"},
        {".list[1]", "string", R"("q")"},
        {".list[-1]", "string", R"("q")"},
        {".list[*]", "string", R"("p")"},
        {".list[7]", "string", "null"},
        {"no path", "string", "null"},
    };
    for (const auto& c : cases) {
        BOOST_TEST(bj::serialize(cell_of(custom_column(c.path, c.type), o, some_time())) == c.expected,
                   c.path);
    }
}

BOOST_AUTO_TEST_CASE(paths_that_client_go_rejects_are_rejected) {
    for (const char* path : {".a[", ".a['b]", ".a[?(@.b]", ".a[x]", "....a", ".a*b]", ".a\n", ".a[\"b\"]",
                             ".a[?(@.b==)x]", "..*", ".a[1,x]", ".a['b,c']"}) {
        BOOST_TEST(json_path::parse(path) == nullptr, path);
    }
    for (const char* path :
         {".", ".a", "..a", ".a[]", ".a[::2]", ".a[-1:]", ".a[?(@.b)]", ".a}{.b", ".a b"}) {
        BOOST_TEST(json_path::parse(path) != nullptr, path);
    }
}

BOOST_AUTO_TEST_CASE(evaluation_stops_at_paths_that_multiply) {
    bj::value deep = 1;
    for (int i = 0; i < 60; ++i) deep = bj::array{deep};
    std::string path = ".a";
    for (int i = 0; i < 60; ++i) path += "[*,*]";
    BOOST_TEST(!json_path::parse(path)->first({{"a", deep}}));
}

BOOST_AUTO_TEST_CASE(selectable_values_fall_back_to_zero_when_unset) {
    const bj::object pod =
        parse(R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"p"},"spec":{"nodeName":"n"}})");
    const resource_ptr r = resource_of(pod);
    BOOST_TEST(selectable_value(*r, "spec.nodeName", pod) == "n");
    BOOST_TEST(selectable_value(*r, "spec.hostNetwork", pod) == "false");
    BOOST_TEST(selectable_value(*r, "status.phase", pod) == "");
    BOOST_TEST(selectable_value(*r, "metadata.name", pod) == "p");
    const bj::object event =
        parse(R"({"apiVersion":"v1","kind":"Event","reportingComponent":"c","source":{}})");
    BOOST_TEST(selectable_value(*resource_of(event), "source", event) == "c");
}

BOOST_AUTO_TEST_SUITE_END()
