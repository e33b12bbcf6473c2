#include "setpoint/api/rules.hpp"

#include "setpoint/api/crd.hpp"
#include "setpoint/api/custom_resource.hpp"
#include "setpoint/core/boxed.hpp"

#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 {

namespace {

struct port_range {
    std::int32_t from = 0, to = 0;
    static constexpr auto describe() {
        using namespace schema;
        using self = port_range;
        return object("A range.", field(&self::from, "from", "First."), field(&self::to, "to", "Last."),
                      rule("self.from <= self.to", "from is at most to").at(".from"));
    }
};

struct pool_spec {
    std::int32_t min = 0, max = 9;
    std::string name;
    std::vector<port_range> ranges;
    std::map<std::string, std::int32_t> weights;

    static constexpr auto describe() {
        using namespace setpoint::schema;
        using self = pool_spec;
        return object(
            "A pool.", field(&self::min, "min", "Least."), field(&self::max, "max", "Most."),
            field(&self::name, "name", "Name.", max_length(20), rule("self == oldSelf", "name is immutable")),
            field(&self::ranges, "ranges", "Ranges.", max_items(5),
                  rule("self.all(r, r.from > 0)").reason(rule_reason::forbidden)),
            field(&self::weights, "weights", "Weights."),
            rule("self.min <= self.max").says("'min is above max in ' + self.name").at(".min"));
    }
};

struct pool_status {
    std::int32_t ready = 0;
    static constexpr auto describe() {
        using namespace schema;
        using self = pool_status;
        return object("What there is.", field(&self::ready, "ready", "Ready."));
    }
};

struct pool : custom_resource<pool_spec, pool_status> {
    static constexpr auto kind() {
        return custom_kind("example.com", "v1", "Pool", "A pool.")
            .rule(
                schema::rule("self.status.ready <= self.spec.max && self.metadata.name != 'x'", "too many"));
    }
};

struct wrong_spec {
    std::int32_t size = 0;
    static constexpr auto describe() {
        using namespace schema;
        using self = wrong_spec;
        return object("Wrong.", field(&self::size, "size", "Size.", rule("self.nope > 1")));
    }
};
struct wrong : custom_resource<wrong_spec> {
    static constexpr auto kind() { return custom_kind("example.com", "v1", "Wrong", "Wrong."); }
};

// A kind of another product: what is unset in C++ has a default on the server.
struct site_path {
    std::optional<std::string> path;
    static constexpr auto describe() {
        using namespace schema;
        using self = site_path;
        return object("A path.", field(&self::path, "path", "Path.", server_default(R"("/")")),
                      rule("self.path.startsWith('/')", "a path begins with /"));
    }
};
struct site_spec {
    std::optional<std::string> mode;
    std::vector<site_path> paths;
    static constexpr auto describe() {
        using namespace schema;
        using self = site_spec;
        return object(
            "A site.", field(&self::mode, "mode", "Mode.", server_default(R"("Fast")")),
            field(&self::paths, "paths", "Paths.", max_items(3), server_default(R"([{"path":"/"}])")),
            rule("self.mode == 'Fast' && self.paths.size() > 0", "only Fast"));
    }
};
struct site : custom_resource<site_spec> {
    static constexpr auto kind() { return custom_kind("example.com", "v1", "Site", "A site."); }
};

struct misfilled_spec {
    std::optional<std::string> size;
    static constexpr auto describe() {
        using namespace schema;
        using self = misfilled_spec;
        return object("", field(&self::size, "size", "", server_default("Fast")));
    }
};
struct misfilled : custom_resource<misfilled_spec> {
    static constexpr auto kind() { return custom_kind("example.com", "v1", "Misfilled", ""); }
};

struct twofold_spec {
    std::int32_t size = 1;
    static constexpr auto describe() {
        using namespace schema;
        using self = twofold_spec;
        return object("", field(&self::size, "size", "", server_default("2")));
    }
};
struct twofold : custom_resource<twofold_spec> {
    static constexpr auto kind() { return custom_kind("example.com", "v1", "Twofold", ""); }
};

struct chain_spec {
    std::int32_t length = 0;
    boxed<chain_spec> next;
    static constexpr auto describe() {
        using namespace schema;
        using self = chain_spec;
        return object("", field(&self::length, "length", ""),
                      field(&self::next, "next", "", server_default("{}")),
                      rule("self.length < 5", "too long"));
    }
};
struct chain : custom_resource<chain_spec> {
    static constexpr auto kind() { return custom_kind("example.com", "v1", "Chain", ""); }
};

std::string lines_of(const field_errors& errors) {
    std::string out;
    for (const field_error& e : errors) out += e.text() + "\n";
    return out;
}

pool named(const char* name) {
    pool p;
    p.metadata.name = name;
    p.spec.name = "a";
    p.spec.ranges = {{1, 2}};
    return p;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(described_rules)

BOOST_AUTO_TEST_CASE(definitions_contain_the_rules) {
    const auto crd = crd_of<pool>();
    const auto& root = crd.at("spec").at("versions").at(0).at("schema").at("openAPIV3Schema").as_object();
    const auto& spec = root.at("properties").at("spec").as_object();
    BOOST_TEST(
        boost::json::serialize(root.at("x-kubernetes-validations")) ==
        R"([{"rule":"self.status.ready <= self.spec.max && self.metadata.name != 'x'","message":"too many"}])");
    BOOST_TEST(
        boost::json::serialize(spec.at("x-kubernetes-validations")) ==
        R"x([{"rule":"self.min <= self.max","messageExpression":"'min is above max in ' + self.name",)x"
        R"x("fieldPath":".min"}])x");
    const auto& fields = spec.at("properties").as_object();
    BOOST_TEST(boost::json::serialize(fields.at("ranges").at("x-kubernetes-validations")) ==
               R"x([{"rule":"self.all(r, r.from > 0)","reason":"FieldValueForbidden"}])x");
    BOOST_TEST(boost::json::serialize(fields.at("ranges").at("items").at("x-kubernetes-validations")) ==
               R"([{"rule":"self.from <= self.to","message":"from is at most to","fieldPath":".from"}])");
    BOOST_TEST(!fields.at("weights").as_object().contains("x-kubernetes-validations"));
}

BOOST_AUTO_TEST_CASE(defaults_of_the_server_count) {
    const boost::json::value crd = crd_of<site>();
    const auto& spec =
        crd.at_pointer("/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties").as_object();
    BOOST_TEST(boost::json::serialize(spec.at("paths").at("default")) == R"([{"path":"/"}])");
    BOOST_TEST(spec.at("mode").at("default").as_string() == "Fast");
    site s;
    s.metadata.name = "s";
    BOOST_TEST(lines_of(rule_errors(s)) == "");
    s.spec.mode = "Slow";
    BOOST_TEST(lines_of(rule_errors(s)) == "spec: Invalid value: only Fast\n");
    s.spec.mode.reset();
    s.spec.paths.push_back({});
    BOOST_TEST(lines_of(rule_errors(s)) == "");
    s.spec.paths.push_back({.path = "x"});
    BOOST_TEST(lines_of(rule_errors(s)) == "spec.paths[1]: Invalid value: a path begins with /\n");
}

BOOST_AUTO_TEST_CASE(a_default_of_the_server_is_json) {
    BOOST_CHECK_EXCEPTION((void)crd_of<misfilled>(), fault, [](const fault& f) {
        return f.what() == std::string_view("misfilled_spec.size: the server_default is not JSON: Fast");
    });
    BOOST_CHECK_EXCEPTION((void)crd_of<twofold>(), fault, [](const fault& f) {
        return f.what() == std::string_view("twofold_spec.size: its initializer differs from server_default");
    });
}

BOOST_AUTO_TEST_CASE(defaults_end_where_a_type_contains_itself) {
    chain c;
    c.metadata.name = "c";
    c.spec.length = 7;
    BOOST_TEST(lines_of(rule_errors(c)) == "spec: Invalid value: too long\n");
}

BOOST_AUTO_TEST_CASE(a_rule_that_does_not_compile_throws_with_its_column) {
    BOOST_CHECK_EXCEPTION((void)crd_of<wrong>(), fault, [](const fault& f) {
        const std::string text = f.what();
        BOOST_TEST(
            text.find("Wrong.spec.size: rule \"self.nope > 1\": compilation failed: ERROR: <input>:1:5: "
                      "type 'int' does not support field selection") != std::string::npos,
            text);
        return true;
    });
}

BOOST_AUTO_TEST_CASE(objects_are_validated_without_a_server) {
    pool p = named("p");
    BOOST_TEST(lines_of(rule_errors(p)) == "");
    p.spec.min = 10;
    p.spec.name = "small";
    p.spec.ranges = {{3, 1}};
    p.status.ready = 20;
    BOOST_TEST(lines_of(rule_errors(p)) ==
               "<nil>: Invalid value: too many\n"
               "spec.min: Invalid value: min is above max in small\n"
               "spec.ranges[0].from: Invalid value: from is at most to\n");
    p = named("p");
    p.spec.ranges = {{0, 1}};
    BOOST_TEST(lines_of(rule_errors(p)) == "spec.ranges: Forbidden: failed rule: self.all(r, r.from > 0)\n");
}

BOOST_AUTO_TEST_CASE(updates_are_compared_with_the_old_object) {
    const pool old = named("p");
    pool next = old;
    BOOST_TEST(lines_of(rule_errors(next, &old)) == "");
    next.spec.name = "b";
    BOOST_TEST(lines_of(rule_errors(next, &old)) == "spec.name: Invalid value: \"b\": name is immutable\n");
    BOOST_TEST(lines_of(rule_errors(next)) == "");
}

BOOST_AUTO_TEST_SUITE_END()

}}  // namespace setpoint::v0
