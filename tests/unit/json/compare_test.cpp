#include "setpoint/json/compare.hpp"

#include "sample_types.hpp"
#include "setpoint/json/decode.hpp"
#include "setpoint/json/encode.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstdlib>
#include <new>

using namespace setpoint;
using namespace sample;

namespace {

struct port_entry {
    std::int32_t number = 0;
    std::optional<std::string> protocol;
    std::optional<interned_string> name;
    static constexpr auto describe() {
        using self = port_entry;
        return object("", field(&self::number, "containerPort", "", required),
                      field(&self::protocol, "protocol", ""), field(&self::name, "name", ""));
    }
};
struct empty_dir {
    std::optional<std::string> medium;
    static constexpr auto describe() { return object("", field(&empty_dir::medium, "medium", "")); }
};
struct container {
    interned_string name, image;
    std::vector<std::string> args;
    std::vector<port_entry> ports;
    std::map<std::string, amount> limits;
    std::optional<policy> restart;
    static constexpr auto describe() {
        using self = container;
        return object("", field(&self::name, "name", "", required), field(&self::image, "image", ""),
                      field(&self::args, "args", ""),
                      field(&self::ports, "ports", "", list_map("containerPort", "protocol")),
                      field(&self::limits, "limits", ""), field(&self::restart, "restartPolicy", ""));
    }
};
struct toleration {
    std::optional<std::string> key, effect;
    static constexpr auto describe() {
        using self = toleration;
        return object("", field(&self::key, "key", ""), field(&self::effect, "effect", ""));
    }
};
struct pod {
    std::optional<std::int32_t> replicas;
    std::optional<bool> paused;
    std::optional<std::string> node;
    std::string zone;
    std::vector<container> containers, sidecars;
    std::vector<std::string> finalizers, groups;
    std::vector<toleration> tolerations;
    std::optional<std::vector<std::string>> dns;
    string_map labels;
    std::map<std::string, std::string> data;
    std::optional<empty_dir> volume;
    empty_dir scratch;
    port target;
    std::optional<double> ratio;
    boost::json::value tree;
    boost::json::object extra;
    std::optional<std::int32_t> delay;
    std::optional<bool> tty;
    static constexpr auto describe() {
        using self = pod;
        return object("", field(&self::replicas, "replicas", ""), field(&self::paused, "paused", ""),
                      field(&self::node, "node", ""), field(&self::zone, "zone", ""),
                      field(&self::containers, "containers", "", list_map("name")),
                      field(&self::sidecars, "sidecars", "", list_map("name"), exclusive),
                      field(&self::finalizers, "finalizers", "", list_set),
                      field(&self::groups, "groups", "", list_set, exclusive),
                      field(&self::tolerations, "tolerations", ""), field(&self::dns, "dns", ""),
                      field(&self::labels, "labels", ""), field(&self::data, "data", "", exclusive),
                      field(&self::volume, "volume", ""), field(&self::scratch, "scratch", ""),
                      field(&self::target, "target", ""), field(&self::ratio, "ratio", ""),
                      field(&self::tree, "tree", ""), field(&self::extra, "extra", ""),
                      field(&self::delay, "delay", "", omitzero), field(&self::tty, "tty", "", omitzero));
    }
};

// Contains itself, and in each way a value that no message may show.
struct vault {
    std::string name;
    hidden key;
    std::optional<hidden> spare;
    std::map<std::string, hidden> data;
    std::vector<hidden> pins, codes;
    std::vector<vault> inner, rooms;
    static constexpr auto describe() {
        using self = vault;
        return object("", field(&self::name, "name", "", required), field(&self::key, "key", ""),
                      field(&self::spare, "spare", ""), field(&self::data, "data", "", exclusive),
                      field(&self::pins, "pins", "", list_set, exclusive), field(&self::codes, "codes", ""),
                      field(&self::inner, "inner", "", list_map("name"), exclusive),
                      field(&self::rooms, "rooms", ""));
    }
};

template <class T = pod>
T from(std::string_view document) {
    auto r = json::decode<T>(document);
    BOOST_REQUIRE_MESSAGE(r.has_value(), (r ? "" : r.error().message) << " in " << document);
    return *std::move(r);
}

// path: live -> desired; ...
std::string text_of(const std::vector<json::difference>& differences) {
    std::string out;
    for (const auto& d : differences)
        out += fmt::format("{}{}: {} -> {}", out.empty() ? "" : "; ", d.path, d.live, d.desired);
    return out;
}

struct row {
    std::string_view desired, live, expected;
};

bool has_no_surplus(const pod& live, const pod& desired) {
    return json::has_no_surplus(json::type_of<pod>(), &live, &desired);
}

void check(std::span<const row> rows) {
    for (const row& r : rows) {
        const pod desired = from(r.desired), live = from(r.live);
        BOOST_TEST(text_of(json::drift(desired, live)) == r.expected, r.desired << " over " << r.live);
        BOOST_TEST(json::contains(live, desired) == r.expected.empty(), r.desired << " over " << r.live);
        BOOST_TEST(json::drift(desired, live, 1).size() == (r.expected.empty() ? 0U : 1U));
        if (r.expected.empty()) BOOST_TEST(has_no_surplus(live, desired), r.desired << " over " << r.live);
    }
}

std::size_t allocations = 0;

}  // namespace

// Counts allocations, for the tests that there are none.
void* operator new(std::size_t n) {
    ++allocations;
    if (void* p = std::malloc(n)) return p;
    throw std::bad_alloc();
}
void operator delete(void* p) noexcept {
    std::free(p);
}
void operator delete(void* p, std::size_t) noexcept {
    std::free(p);
}

BOOST_AUTO_TEST_SUITE(compare_test)

BOOST_AUTO_TEST_CASE(scalars_compare_by_meaning_and_unset_ones_not_at_all) {
    const row rows[] = {
        {"{}", "{}", ""},
        {"{}", R"({"replicas":3,"paused":true,"node":"n","zone":"z","labels":{"a":"b"},"target":80})", ""},
        {R"({"replicas":3})", R"({"replicas":3})", ""},
        {R"({"replicas":3})", R"({"replicas":2})", "replicas: 2 -> 3"},
        {R"({"replicas":0})", "{}", "replicas:  -> 0"},
        {R"({"paused":false})", "{}", "paused:  -> false"},
        {R"({"paused":false})", R"({"paused":true})", "paused: true -> false"},
        {R"({"zone":"a"})", R"({"zone":"b"})", R"(zone: "b" -> "a")"},
        {R"({"zone":""})", R"({"zone":"b"})", ""},
        {R"({"node":"a"})", "{}", R"(node:  -> "a")"},
        {R"({"target":80})", R"({"target":80})", ""},
        {R"({"target":80})", R"({"target":"80"})", R"(target: "80" -> 80)"},
        {R"({"ratio":1})", R"({"ratio":1.0})", ""},
        {R"({"ratio":0.5})", R"({"ratio":0.25})", "ratio: 0.25 -> 0.5"},
        {R"({"replicas":1,"zone":"a"})", R"({"replicas":2,"zone":"b"})",
         R"(replicas: 2 -> 1; zone: "b" -> "a")"},
    };
    check(rows);
}

BOOST_AUTO_TEST_CASE(optionals_with_an_empty_value_require_emptiness) {
    const row rows[] = {
        {R"({"node":""})", R"({"node":"a"})", R"(node: "a" -> "")"},
        {R"({"node":""})", "{}", ""},  // servers drop empty strings, lists and maps
        {R"({"dns":[]})", R"({"dns":["a"]})", R"(dns: ["a"] -> [])"},
        {R"({"dns":[]})", "{}", ""},
        {R"({"dns":["a"]})", "{}", R"(dns:  -> ["a"])"},
        {R"({"volume":{}})", R"({"volume":{"medium":"Memory"}})", ""},
        {R"({"volume":{}})", R"({"volume":{}})", ""},
        {R"({"volume":{}})", "{}", "volume:  -> {}"},  // emptyDir: {} differs from none
        {R"({"volume":{"medium":""}})", "{}", R"(volume:  -> {"medium":""})"},
        {R"({"scratch":{"medium":"Memory"}})", "{}", R"(scratch.medium:  -> "Memory")"},
    };
    check(rows);
}

BOOST_AUTO_TEST_CASE(zero_is_absent_where_the_server_omits_it) {
    const row rows[] = {
        {R"({"delay":0,"tty":false})", "{}", ""},
        {"{}", R"({"delay":0,"tty":false})", ""},
        {R"({"delay":0,"tty":false})", R"({"delay":5,"tty":true})", "delay: 5 -> 0; tty: true -> false"},
        {R"({"delay":5,"tty":true})", "{}", "delay:  -> 5; tty:  -> true"},
    };
    check(rows);
    BOOST_TEST(json::same(from(R"({"delay":0})"), pod{}));
}

BOOST_AUTO_TEST_CASE(quantities_compare_by_value) {
    const row rows[] = {
        {R"({"containers":[{"name":"a","limits":{"cpu":"1"}}]})",
         R"({"containers":[{"name":"a","limits":{"cpu":"1000m","memory":"5"}}]})", ""},
        {R"({"containers":[{"name":"a","limits":{"cpu":1}}]})",
         R"({"containers":[{"name":"a","limits":{"cpu":"500m"}}]})",
         R"(containers[name=a].limits[cpu]: "500m" -> "1")"},
    };
    check(rows);
}

BOOST_AUTO_TEST_CASE(keyed_lists_compare_by_key) {
    const row rows[] = {
        {R"({"containers":[{"name":"a","image":"x"}]})",
         R"({"containers":[{"name":"injected"},{"name":"a","image":"x","restartPolicy":"Always"}]})", ""},
        {R"({"containers":[{"name":"a"},{"name":"b"}]})", R"({"containers":[{"name":"b"},{"name":"a"}]})",
         ""},
        {R"({"containers":[{"name":"a","image":"x"}]})", R"({"containers":[{"name":"a","image":"y"}]})",
         R"(containers[name=a].image: "y" -> "x")"},
        {R"({"containers":[{"name":"a"},{"name":"b"}]})", R"({"containers":[{"name":"a"}]})",
         R"(containers[name=b]:  -> {"name":"b"})"},
        {R"({"containers":[{"name":"a"}]})", "{}", R"(containers:  -> [{"name":"a"}])"},
        {R"({"containers":[{"name":"a","restartPolicy":"Never"}]})", R"({"containers":[{"name":"a"}]})",
         R"(containers[name=a].restartPolicy:  -> "Never")"},
    };
    check(rows);
}

BOOST_AUTO_TEST_CASE(a_key_left_unset_matches_the_default_of_the_server) {
    const auto ports = [](std::string_view list) {
        return fmt::format(R"({{"containers":[{{"name":"a","ports":[{}]}}]}})", list);
    };
    struct {
        std::string_view desired, live, expected;
    } const rows[] = {
        {R"({"containerPort":80})", R"({"containerPort":80,"protocol":"TCP"})", ""},
        {R"({"containerPort":80,"name":"w"})", R"({"containerPort":80,"protocol":"TCP"})",
         R"(containers[name=a].ports[containerPort=80,protocol=].name:  -> "w")"},
        {R"({"containerPort":80,"protocol":"UDP"})", R"({"containerPort":80,"protocol":"TCP"})",
         R"(containers[name=a].ports[containerPort=80,protocol=UDP]:  -> {"containerPort":80,"protocol":"UDP"})"},
        // The entry that another needle names is not matched by the one with the default.
        {R"({"containerPort":53},{"containerPort":53,"protocol":"UDP"})",
         R"({"containerPort":53,"protocol":"UDP"})",
         R"(containers[name=a].ports[containerPort=53,protocol=]:  -> {"containerPort":53})"},
        {R"({"containerPort":53},{"containerPort":53,"protocol":"UDP"})",
         R"({"containerPort":53,"protocol":"UDP"},{"containerPort":53,"protocol":"TCP"})", ""},
    };
    for (const auto& r : rows)
        BOOST_TEST(text_of(json::drift(from(ports(r.desired)), from(ports(r.live)))) == r.expected,
                   r.desired << " over " << r.live);
}

BOOST_AUTO_TEST_CASE(lists_declared_whole_count_every_entry) {
    const row rows[] = {
        {R"({"sidecars":[{"name":"a"}]})", R"({"sidecars":[{"name":"a","image":"x"}]})", ""},
        {R"({"sidecars":[{"name":"b"},{"name":"a"}]})", R"({"sidecars":[{"name":"a"},{"name":"b"}]})", ""},
        {R"({"sidecars":[{"name":"a"}]})", R"({"sidecars":[{"name":"x"},{"name":"a"},{"name":"y"}]})",
         R"(sidecars[name=x]: {"name":"x"} -> ; sidecars[name=y]: {"name":"y"} -> )"},
        {R"({"groups":["a","b"]})", R"({"groups":["b","a"]})", ""},
        {R"({"groups":["a"]})", R"({"groups":["a","b"]})", R"(groups["b"]: "b" -> )"},
        {R"({"groups":["a"]})", R"({"groups":["b"]})", R"(groups["a"]:  -> "a"; groups["b"]: "b" -> )"},
        {R"({"data":{"k":"v"}})", R"({"data":{"k":"v","l":"w"}})", R"(data[l]: "w" -> )"},
        {R"({"data":{"k":"v"}})", R"({"data":{"k":"x"}})", R"(data[k]: "x" -> "v")"},
        // unset: ignored
        {"{}", R"({"groups":["a"],"data":{"k":"v"},"sidecars":[{"name":"x"}]})", ""},
    };
    check(rows);
}

BOOST_AUTO_TEST_CASE(surplus_is_what_only_lists_and_maps_declared_whole_have) {
    const std::pair<std::string_view, std::string_view> with_surplus[] = {
        {R"({"sidecars":[{"name":"a"}]})", R"({"sidecars":[{"name":"x"},{"name":"a"}]})"},
        {R"({"groups":["a"]})", R"({"groups":["a","b"]})"},
        {R"({"data":{"k":"v"}})", R"({"data":{"k":"v","l":"w"}})"},
        {R"({"data":{"k":"v"},"zone":"a"})", R"({"data":{"k":"v","l":"w"},"zone":"a"})"},
    };
    for (const auto& [desired, live] : with_surplus)
        BOOST_TEST(!has_no_surplus(from(live), from(desired)), desired << " over " << live);
    const std::pair<std::string_view, std::string_view> without[] = {
        {R"({"data":{"k":"v"},"zone":"a"})", R"({"data":{"k":"v"},"zone":"b"})"},
        {R"({"containers":[{"name":"a"}]})", R"({"containers":[{"name":"a"},{"name":"b"}]})"},
        {R"({"containers":[{"name":"a","image":"x"}]})", R"({"containers":[{"name":"b"}]})"},
        {R"({"replicas":1,"finalizers":["a"]})", R"({"replicas":2,"finalizers":["b"]})"},
        {"{}", R"({"groups":["a"],"data":{"k":"v"},"sidecars":[{"name":"x"}]})"},
    };
    for (const auto& [desired, live] : without)
        BOOST_TEST(has_no_surplus(from(live), from(desired)), desired << " over " << live);
}

BOOST_AUTO_TEST_CASE(sets_maps_and_atomic_lists) {
    const row rows[] = {
        {R"({"finalizers":["b"]})", R"({"finalizers":["a","b"]})", ""},
        {R"({"finalizers":["b","c"]})", R"({"finalizers":["a","b"]})", R"(finalizers["c"]:  -> "c")"},
        {R"({"labels":{"a":"1"}})", R"({"labels":{"a":"1","b":"2"}})", ""},
        {R"({"labels":{"a":"1"}})", R"({"labels":{"b":"2"}})", R"(labels[a]:  -> "1")"},
        {R"({"labels":{"a":""}})", R"({"labels":{"b":"2"}})", R"(labels[a]:  -> "")"},
        {R"({"labels":{"a":"1"}})", R"({"labels":{"a":"2"}})", R"(labels[a]: "2" -> "1")"},
        {R"({"containers":[{"name":"a","args":["x","y"]}]})",
         R"({"containers":[{"name":"a","args":["x","y"]}]})", ""},
        {R"({"containers":[{"name":"a","args":["x","y"]}]})",
         R"({"containers":[{"name":"a","args":["y","x"]}]})",
         R"(containers[name=a].args[0]: "y" -> "x"; containers[name=a].args[1]: "x" -> "y")"},
        {R"({"containers":[{"name":"a","args":["x"]}]})", R"({"containers":[{"name":"a","args":["x","y"]}]})",
         R"(containers[name=a].args: ["x","y"] -> ["x"])"},
        // Entries of atomic lists get defaults too.
        {R"({"tolerations":[{"key":"k"}]})", R"({"tolerations":[{"key":"k","effect":"e"}]})", ""},
        {R"({"tolerations":[{"key":"k"}]})", R"({"tolerations":[{"key":"l"}]})",
         R"(tolerations[0].key: "l" -> "k")"},
    };
    check(rows);
}

BOOST_AUTO_TEST_CASE(trees_compare_member_by_member) {
    const row rows[] = {
        {R"({"tree":{"a":1}})", R"({"tree":{"a":1.0,"b":2}})", ""},
        {R"({"tree":{"a":18446744073709551615}})", R"({"tree":{"a":18446744073709551615}})", ""},
        {R"({"tree":{"a":null}})", R"({"tree":{}})", ""},
        {R"({"tree":{"a":[{"b":1}]}})", R"({"tree":{"a":[{"b":1,"c":2}]}})", ""},
        {R"({"tree":{"a":[1]}})", R"({"tree":{"a":[1,2]}})", R"(tree: {"a":[1,2]} -> {"a":[1]})"},
        {R"({"tree":"x"})", R"({"tree":1})", R"(tree: 1 -> "x")"},
        {R"({"tree":1})", "{}", "tree:  -> 1"},
        {R"({"extra":{"a":true}})", R"({"extra":{"a":false}})", R"(extra: {"a":false} -> {"a":true})"},
    };
    check(rows);
}

BOOST_AUTO_TEST_CASE(same_looks_in_both_directions) {
    const row rows[] = {
        {"{}", "{}", "yes"},
        {"{}", R"({"replicas":3})", "no"},
        {R"({"replicas":3})", "{}", "no"},
        {R"({"node":""})", "{}", "yes"},
        {R"({"volume":{}})", "{}", "no"},
        {R"({"containers":[{"name":"a"},{"name":"b"}]})", R"({"containers":[{"name":"b"},{"name":"a"}]})",
         "yes"},
        {R"({"containers":[{"name":"a"}]})", R"({"containers":[{"name":"b"},{"name":"a"}]})", "no"},
        {R"({"containers":[{"name":"a","ports":[{"containerPort":1}]}]})",
         R"({"containers":[{"name":"a","ports":[{"containerPort":1,"protocol":"TCP"}]}]})", "no"},
        {R"({"containers":[{"name":"a","limits":{"cpu":"1"}}]})",
         R"({"containers":[{"name":"a","limits":{"cpu":"1000m"}}]})", "yes"},
        {R"({"finalizers":["a","b"]})", R"({"finalizers":["b","a"]})", "yes"},
        {R"({"finalizers":["a","a"]})", R"({"finalizers":["a","b"]})", "no"},
        {R"({"tolerations":[{"key":"k"}]})", R"({"tolerations":[{"key":"k","effect":"e"}]})", "no"},
        {R"({"labels":{"a":"1"}})", R"({"labels":{"a":"1","b":"2"}})", "no"},
        {R"({"tree":{"a":1,"b":null}})", R"({"tree":{"a":1.0}})", "yes"},
        {R"({"tree":{"a":1}})", R"({"tree":{"a":1,"b":2}})", "no"},
    };
    for (const row& r : rows) {
        const pod a = from(r.desired), b = from(r.live);
        BOOST_TEST(json::same(a, b) == (r.expected == "yes"), r.desired << " and " << r.live);
        BOOST_TEST(json::same(b, a) == (r.expected == "yes"), r.live << " and " << r.desired);
        BOOST_TEST(json::same(a, a));
    }
}

BOOST_AUTO_TEST_CASE(long_keyed_lists_and_sets_are_matched_in_any_order) {
    constexpr int count = 20'000;
    pod desired, live;
    for (int i = 0; i < count; ++i) {
        container c;
        c.name = fmt::format("container-{}", i);
        c.image = "x";
        desired.containers.push_back(c);
        desired.finalizers.push_back(fmt::format("f{}", i));
    }
    live = desired;
    BOOST_TEST(json::contains(live, desired));
    std::uint64_t state = 7;  // a fixed shuffle
    for (std::size_t i = count - 1; i > 0; --i) {
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        std::swap(live.containers[i], live.containers[(state >> 33) % (i + 1)]);
        std::swap(live.finalizers[i], live.finalizers[(state >> 35) % (i + 1)]);
    }
    BOOST_TEST(
        // an index is used: comparing all pairs would take 400 million comparisons
        json::contains(live, desired));
    BOOST_TEST(json::same(live, desired));
    desired.containers[1234].image = "y";
    desired.finalizers.push_back("more");
    BOOST_TEST(text_of(json::drift(desired, live)) ==
               R"(containers[name=container-1234].image: "x" -> "y"; finalizers["more"]:  -> "more")");
}

BOOST_AUTO_TEST_CASE(contains_allocates_nothing) {
    const std::string_view document =
        R"({"replicas":3,"zone":"a","containers":[{"name":"a","image":"x","args":["p","q"],"ports":[{"containerPort":80}],"limits":{"cpu":"1"}},{"name":"b"}],"finalizers":["f"],"groups":["g"],"labels":{"a":"1","b":"2"},"data":{"k":"v"},"tree":{"a":[1]},"volume":{},"sidecars":[{"name":"s"}]})";
    const pod desired = from(document);
    pod live = from(document);
    std::reverse(live.containers.begin(), live.containers.end());
    const std::size_t before = allocations;
    const bool yes = json::contains(live, desired) && json::contains(live, pod{});
    const std::size_t after = allocations;
    BOOST_TEST(yes);
    BOOST_TEST(after - before == 0U);
}

BOOST_AUTO_TEST_CASE(secrets_are_compared_and_not_shown) {
    const auto shown = [](std::string_view desired, std::string_view live) {
        return text_of(json::drift(from<vault>(desired), from<vault>(live)));
    };
    BOOST_TEST(shown(R"({"name":"a","key":"x1"})", R"({"name":"b","key":"x2"})") ==
               R"(name: "b" -> "a"; key: (secret) -> (secret))");
    BOOST_TEST(shown(R"({"name":"a","key":"x1"})", R"({"name":"a","key":"x1"})") == "");
    BOOST_TEST(shown(R"({"name":"a","spare":"x1"})", R"({"name":"a"})") == "spare:  -> (secret)");
    BOOST_TEST(
        shown(R"({"name":"a","data":{"k":"x1","l":"x2"}})", R"({"name":"a","data":{"k":"x3","m":"x4"}})") ==
        "data[k]: (secret) -> (secret); data[l]:  -> (secret); data[m]: (secret) -> ");
    BOOST_TEST(shown(R"({"name":"a","pins":["x1"]})", R"({"name":"a","pins":["x2"]})") ==
               "pins[(secret)]:  -> (secret); pins[(secret)]: (secret) -> ");
    BOOST_TEST(shown(R"({"name":"a","codes":["x1"]})", R"({"name":"a"})") == "codes:  -> (secret)");
    BOOST_TEST(shown(R"({"name":"a","codes":["x1"]})", R"({"name":"a","codes":["x2"]})") ==
               "codes[0]: (secret) -> (secret)");
    BOOST_TEST(shown(R"({"name":"a","inner":[{"name":"i","key":"x1"},{"name":"j"}]})",
                     R"({"name":"a","inner":[{"name":"j","key":"x2"},{"name":"k","key":"x3"}]})") ==
               "inner[name=i]:  -> (secret); inner[name=k]: (secret) -> ");
    BOOST_TEST(shown(R"({"name":"a","rooms":[{"name":"i","key":"x1"}]})", R"({"name":"a"})") ==
               "rooms:  -> (secret)");
}

BOOST_AUTO_TEST_CASE(values_of_recursive_types_without_secrets_are_shown) {
    const auto a = from<node>(R"({"name":"a","children":[{"name":"b"}]})");
    BOOST_TEST(text_of(json::drift(a, from<node>(R"({"name":"a"})"))).find("(secret)") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(recursive_types_and_bases_compare) {
    const auto a = from<node>(R"({"name":"a","children":[{"byName":{"k":{"more":[{"name":"x"}]}}}]})");
    auto b = a;
    BOOST_TEST(json::same(a, b));
    b.children[0].by_name["k"].more->at(0).name = "y";
    BOOST_TEST(text_of(json::drift(a, b)) == R"(children[0].byName[k].more[0].name: "y" -> "x")");
    const auto d = from<derived>(R"({"first":1,"second":"s"})");
    BOOST_TEST(text_of(json::drift(d, from<derived>(R"({"first":2,"second":"s"})"))) == "first: 2 -> 1");
}

BOOST_AUTO_TEST_SUITE_END()
