// What a definition made from a description accepts and refuses, null above all, against a real API server:
// each kind of member, with and without `nullable` and a default, given nothing, null, a valid value and an
// invalid one. What the server stores is what the struct reads and writes.
#include "integration/client/live.hpp"
#include "setpoint/api/crd.hpp"
#include "setpoint/api/custom_resource.hpp"
#include "setpoint/api/int_or_string.hpp"
#include "setpoint/api/quantity.hpp"
#include "setpoint/api/time.hpp"
#include "setpoint/json/decode.hpp"
#include "setpoint/json/encode.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace std::chrono_literals;

namespace null_kinds {

enum class level { info, debug };
constexpr auto describe_enum(level) {
    using namespace schema;
    return names(value(level::info, "Info"), value(level::debug, "Debug"));
}

struct disk {
    std::string name;
    std::int64_t size = 1;
    static constexpr auto describe() {
        using namespace schema;
        return object("A disk.", field(&disk::name, "name", "Unique.", required),
                      field(&disk::size, "size", "In GB.", minimum(1)));
    }
};

// Every kind of member. The values are valid by the rules below.
template <bool Nullable, bool Defaulted>
struct members {
    template <class T>
    static std::optional<T> initial(T value) {
        return Defaulted ? std::optional<T>(std::move(value)) : std::nullopt;
    }
    std::optional<level> choice = initial(level::debug);
    std::optional<std::string> word = initial<std::string>("TCP");
    std::optional<std::string> name = initial<std::string>("abc");
    std::optional<interned_string> shared = initial(interned_string("abc"));
    std::optional<std::int32_t> count = initial(5);
    std::optional<std::int64_t> big = initial(std::int64_t{5});
    std::optional<double> ratio = initial(0.5);
    std::optional<bool> flag = initial(true);
    std::optional<disk> object_ = initial(disk{"a", 3});
    std::optional<std::vector<std::string>> list = initial(std::vector<std::string>{"a"});
    std::optional<std::vector<level>> choices = initial(std::vector{level::info});
    std::optional<std::vector<std::string>> set = initial(std::vector<std::string>{"a", "b"});
    std::optional<std::vector<disk>> keyed = initial(std::vector{disk{"a", 3}});
    std::optional<std::map<std::string, std::int32_t>> map =
        initial(std::map<std::string, std::int32_t>{{"a", 1}});
    std::optional<int_or_string> port = initial(int_or_string("http"));
    std::optional<quantity> memory = initial(quantity::parse("1Gi").value());
    std::optional<go_duration> timeout = initial(go_duration(5s));
    std::optional<timestamp> when = initial(timestamp::parse("2001-01-01T00:00:00Z").value());
    std::optional<boost::json::object> anything = initial(boost::json::object{{"x", 1}});
    std::optional<std::vector<std::optional<level>>> holes =
        initial(std::vector<std::optional<level>>{std::nullopt, level::info});
    std::optional<std::map<std::string, std::optional<std::int32_t>>> gaps =
        initial(std::map<std::string, std::optional<std::int32_t>>{{"a", std::nullopt}});

    // A field with `nullable` where that is what this type is about.
    template <class M, class... A>
    static constexpr auto one(M members::* member, std::string_view json_name, A... attributes) {
        if constexpr (Nullable) {
            return schema::field(member, json_name, "", attributes..., schema::nullable);
        } else {
            return schema::field(member, json_name, "", attributes...);
        }
    }
    static constexpr auto describe() {
        using namespace schema;
        using self = members;
        return object("", one(&self::choice, "choice"), one(&self::word, "word", one_of("TCP", "UDP")),
                      one(&self::name, "name", pattern("^[a-z]+$"), max_length(5)),
                      one(&self::shared, "shared", pattern("^[a-z]+$")),
                      one(&self::count, "count", minimum(1)), one(&self::big, "big", minimum(1)),
                      one(&self::ratio, "ratio", maximum(1)), one(&self::flag, "flag"),
                      one(&self::object_, "object"), one(&self::list, "list", min_items(1), max_length(3)),
                      one(&self::choices, "choices"), one(&self::set, "set", list_set),
                      one(&self::keyed, "keyed", list_map("name")), one(&self::map, "map", minimum(1)),
                      one(&self::port, "port"), one(&self::memory, "memory"), one(&self::timeout, "timeout"),
                      one(&self::when, "when"), one(&self::anything, "anything"), one(&self::holes, "holes"),
                      one(&self::gaps, "gaps"));
    }
};

struct odd_spec {
    members<false, false> plain;
    members<true, false> nullable;
    members<false, true> defaulted;
    members<true, true> both;
    static constexpr auto describe() {
        using namespace schema;
        using self = odd_spec;
        return schema::object("Each kind of member, four times.", field(&self::plain, "plain", ""),
                              field(&self::nullable, "nullable", ""),
                              field(&self::defaulted, "defaulted", ""), field(&self::both, "both", ""));
    }
};
struct odd : custom_resource<odd_spec> {
    static constexpr auto kind() { return custom_kind("null.example.com", "v1", "Odd", "Odd."); }
};

struct row {
    std::string_view name, valid, invalid;
};
constexpr row rows[] = {
    {"choice", R"("Debug")", R"("Nope")"},
    {"word", R"("TCP")", R"("X")"},
    {"name", R"("abc")", R"("ABC")"},
    {"shared", R"("abc")", R"("")"},
    {"count", "5", "0"},
    {"big", "5", "0"},
    {"ratio", "0.5", "2"},
    {"flag", "true", R"("x")"},
    {"object", R"({"name":"a","size":3})", R"({"name":"a","size":0})"},
    {"list", R"(["a"])", "[null]"},
    {"choices", R"(["Info"])", "[null]"},
    {"set", R"(["a","b"])", R"(["a","a"])"},
    {"keyed", R"([{"name":"a","size":3}])", R"([{"name":"a"},{"name":"a"}])"},
    {"map", R"({"a":1})", R"({"a":0})"},
    {"port", R"("http")", "true"},
    {"memory", R"("1Gi")", R"("x")"},
    {"timeout", R"("5s")", R"("x")"},
    {"when", R"("2001-01-01T00:00:00Z")", R"("x")"},
    {"anything", R"({"x":1})", "5"},
    {"holes", R"([null,"Info"])", R"([null,"x"])"},
    {"gaps", R"({"a":null})", R"({"a":"x"})"},
};

}  // namespace null_kinds

using namespace null_kinds;

BOOST_AUTO_TEST_SUITE(nulls_of_described_members, *boost::unit_test::precondition(needs_cluster()))

namespace {

using boost::json::object;
using boost::json::value;

boost::json::string_view chars(std::string_view s) {
    return {s.data(), s.size()};
}

awaitable<void> define(live& w) {
    const kind_info crds = dynamic_kind({"apiextensions.k8s.io", "v1", "CustomResourceDefinition"},
                                        "customresourcedefinitions", scope::cluster);
    const auto made = co_await w.api().create(dynamic_object(crd_of<odd>()), crds);
    BOOST_REQUIRE_MESSAGE(made, made.error().to_string());
    list_options here;
    here.ns = w.ns;
    for (;;) {
        const auto served = co_await w.api().list<odd>(here);
        if (served) co_return;
        BOOST_REQUIRE_MESSAGE(served.error().http_status == 404, served.error().to_string());
        co_await w.l.sleep(50ms);
    }
}

// What the server answers to an object with that part of the spec; not stored.
awaitable<result<dynamic_object>> offer(live& w, std::string_view part, object fields) {
    static const kind_info odds = dynamic_kind({"null.example.com", "v1", "Odd"}, "odds", scope::namespaced);
    dynamic_object o({"null.example.com", "v1", "Odd"}, {w.ns, "a"});
    o.json()["spec"] = object{{chars(part), std::move(fields)}};
    write_options dry;
    dry.dry_run = true;
    co_return co_await w.api().create(std::move(o), odds, dry);
}

// The member as the server would store it: "absent", or its JSON.
std::string stored(const dynamic_object& o, std::string_view part, std::string_view name) {
    const value* const v = o.get(fmt::format("spec.{}.{}", part, name));
    return v ? json::encode(*v) : "absent";
}

// `given` is a JSON text or "absent".
object member(std::string_view name, std::string_view given) {
    object fields;
    if (given != "absent") fields[chars(name)] = boost::json::parse(chars(given));
    return fields;
}

// The struct reads what the server stores, and writes the same.
std::string written_again(const dynamic_object& o, std::string_view part, std::string_view name) {
    const auto read = json::decode<odd>(boost::json::serialize(o.json()));
    if (!read) return read.error().to_string();
    return stored(dynamic_object(json::to_value(*read).as_object()), part, name);
}

struct flavour {
    std::string_view part;
    bool nullable, defaulted;
};
constexpr flavour flavours[] = {
    {"plain", false, false}, {"nullable", true, false}, {"defaulted", false, true}, {"both", true, true}};

}  // namespace

BOOST_AUTO_TEST_CASE(what_the_definition_accepts_is_what_the_struct_reads) {
    live w;
    w.run(
        [&]() -> awaitable<void> {
            co_await w.fresh_namespace();
            co_await define(w);
            for (const flavour& f : flavours)
                for (const row& r : rows)
                    for (const std::string_view given :
                         {std::string_view("absent"), std::string_view("null"), r.valid}) {
                        const std::string_view wanted = given == "null" && f.nullable     ? "null"
                                                        : given == r.valid || f.defaulted ? r.valid
                                                                                          : "absent";
                        BOOST_TEST_CONTEXT(f.part << "." << r.name << ": " << given) {
                            const auto answer = co_await offer(w, f.part, member(r.name, given));
                            if (!answer) {
                                BOOST_ERROR(answer.error().to_string() << " " << answer.error().server_text);
                                continue;
                            }
                            BOOST_TEST(stored(*answer, f.part, r.name) == wanted);
                            // Without a default, what is not set is left out: it says the same.
                            const std::string again = written_again(*answer, f.part, r.name);
                            BOOST_TEST(again == (wanted == "null" && !f.defaulted ? "absent" : wanted));
                        }
                    }
        },
        300s);
}

BOOST_AUTO_TEST_CASE(what_breaks_a_rule_is_refused_beside_nullable_too) {
    live w;
    w.run(
        [&]() -> awaitable<void> {
            co_await w.fresh_namespace();
            for (const flavour& f : flavours)
                for (const row& r : rows) {
                    BOOST_TEST_CONTEXT(f.part << "." << r.name << ": " << r.invalid) {
                        const auto answer = co_await offer(w, f.part, member(r.name, r.invalid));
                        BOOST_TEST(!answer.has_value());
                        if (answer) continue;
                        BOOST_TEST((answer.error().code == errc::invalid));
                        BOOST_TEST(answer.error().server_text.find(
                                       fmt::format("spec.{}.{}", f.part, r.name)) != std::string::npos);
                    }
                }
        },
        300s);
}

BOOST_AUTO_TEST_SUITE_END()
