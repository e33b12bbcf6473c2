#include "sample_types.hpp"
#include "setpoint/json/encode.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace sample;

namespace {

// A table created at run time, for lookups that no real type would need.
struct made_up {
    explicit made_up(std::vector<std::string> n)
        : names(std::move(n)), fields(names.size()), slots(std::bit_ceil(8 * names.size())) {
        for (std::size_t i = 0; i < names.size(); ++i) fields[i].name = names[i];
        type.kind = json::type_kind::object;
        type.fields = fields;
        json::build_lookup(type, slots);
    }
    void check() const {
        for (std::size_t i = 0; i < names.size(); ++i) BOOST_TEST(type.find(names[i]) == &fields[i]);
        for (const std::string_view other :
             {"", "x", "nothing", "metadatb", "Metadata", "field_", "field_10000"})
            if (std::find(names.begin(), names.end(), other) == names.end())
                BOOST_TEST(type.find(other) == nullptr);
    }
    std::vector<std::string> names;
    std::vector<json::field_info> fields;
    std::vector<std::uint8_t> slots;
    json::type_info type{};
};

struct with_inherited_member : base_two {
    interned_string own;
    static constexpr auto describe() {
        using self = with_inherited_member;
        return object("", field(&self::own, "own", ""),
                      field(&self::second, "second", ""));  // second is base_two's
    }
};
struct second_base : base_one, base_two {};
struct far_derived : second_base {
    static constexpr auto describe() { return object("", fields_of<base_one>, fields_of<base_two>); }
};

struct nothing {
    static constexpr auto describe() { return object("Nothing."); }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(type_table_test)

BOOST_AUTO_TEST_CASE(tables_contain_the_description) {
    const json::type_info& t = json::type_of<leaf>();
    BOOST_TEST((t.kind == json::type_kind::object));
    BOOST_TEST(t.name == "leaf");
    BOOST_TEST(t.doc == "A leaf.");
    BOOST_TEST(t.size == sizeof(leaf));
    BOOST_REQUIRE(t.fields.size() == 3);
    BOOST_TEST(t.fields[0].name == "name");
    BOOST_TEST(t.fields[0].rules->doc == "Its name.");
    BOOST_TEST(t.fields[0].required);
    BOOST_TEST(!t.fields[1].required);
    BOOST_TEST((t.fields[0].type->kind == json::type_kind::shared_text));
    BOOST_TEST((t.fields[2].type->kind == json::type_kind::optional));
    BOOST_TEST((t.fields[2].type->element == &json::type_of<std::string>()));
    const json::type_info& p = json::type_of<policy>();
    BOOST_REQUIRE(p.values.size() == 3);
    BOOST_TEST(p.values[1].name == "OnFailure");
    BOOST_TEST(json::type_of<amount>().name == "amount");
}

BOOST_AUTO_TEST_CASE(a_table_is_one_object_and_recursive_types_point_to_themselves) {
    const json::type_info& t = json::type_of<node>();
    BOOST_TEST(&t == &json::type_of<node>());
    BOOST_TEST(t.find("children")->type->element == &t);
    BOOST_TEST(t.find("byName")->type->element == &t);
    BOOST_TEST(t.find("more")->type->element->element == &t);
    BOOST_TEST(t.find("children")->type == &json::type_of<std::vector<node>>());
}

BOOST_AUTO_TEST_CASE(a_table_records_where_something_whole_may_be) {
    struct inner {
        std::vector<std::string> set;
        std::optional<std::vector<std::string>> atomic;
        static constexpr auto describe() {
            return object("", field(&inner::set, "set", "", list_set, exclusive),
                          field(&inner::atomic, "atomic", "", exclusive));
        }
    };
    struct outer {
        std::vector<inner> list;
        std::optional<string_map> labels;
        interned_string name;
        std::int32_t number = 0;
        static constexpr auto describe() {
            return object("", field(&outer::list, "list", ""), field(&outer::labels, "labels", "", exclusive),
                          field(&outer::name, "name", ""), field(&outer::number, "number", ""));
        }
    };
    const json::type_info& i = json::type_of<inner>();
    BOOST_TEST(i.find("set")->holds_whole);
    BOOST_TEST(!i.find("atomic")->holds_whole);
    const json::type_info& o = json::type_of<outer>();
    BOOST_TEST(o.holds_whole);
    BOOST_TEST(o.find("list")->holds_whole);
    BOOST_TEST(o.find("labels")->holds_whole);
    BOOST_TEST(!o.find("name")->holds_whole);
    BOOST_TEST(!o.find("number")->holds_whole);
    BOOST_TEST(!o.find("list")->flat);
    BOOST_TEST(!o.find("name")->flat);
    BOOST_TEST(o.find("number")->flat);
    BOOST_TEST(json::type_of<node>().find("children")->holds_whole);  // recursive: the safe value
}

BOOST_AUTO_TEST_CASE(every_field_is_found_and_nothing_else) {
    const json::type_info& t = json::type_of<everything>();
    BOOST_TEST(t.hash_seed != 0U);
    for (const json::field_info& f : t.fields) {
        BOOST_TEST(t.find(f.name) == &f);
        BOOST_TEST(t.find(std::string(f.name) + "x") == nullptr);
        BOOST_TEST(t.find(f.name.substr(1)) == nullptr);
        std::string other(f.name);
        for (char& c : other) {
            const char was = std::exchange(c, '_');
            BOOST_TEST(t.find(other) == nullptr);
            c = was;
        }
    }
    BOOST_TEST(t.find("") == nullptr);
    BOOST_TEST(t.find(std::string(100'000, 'x')) == nullptr);
    BOOST_TEST(json::type_of<nothing>().find("x") == nullptr);
    BOOST_TEST(json::encode(nothing{}) == "{}");
}

BOOST_AUTO_TEST_CASE(lookup_works_for_names_that_are_hard_to_hash) {
    std::vector<std::string> many, too_many;
    for (int i = 0; i < 120; ++i) many.push_back(fmt::format("field{}", i));
    for (int i = 0; i < 300; ++i) too_many.push_back(fmt::format("field{}", i));
    std::vector<std::string> same_samples;
    for (char c = 'a'; c <= 'z'; ++c) same_samples.push_back(fmt::format("aaaaaaaaaaaa{}aaaaaaaaaaaaa", c));
    const std::vector<std::vector<std::string>> rows{{"a"},
                                                     {"a", "b", "ab", "ba", "aab"},
                                                     {"hostPID", "hostIPC", "hostNetwork", "hostname"},
                                                     many,
                                                     too_many,
                                                     same_samples};
    for (const auto& names : rows) made_up(names).check();
    BOOST_TEST(made_up(many).type.hash_seed != 0U);
    // more than a byte can count: linear search
    BOOST_TEST(made_up(too_many).type.hash_seed == 0U);
    BOOST_TEST(made_up(same_samples).type.hash_seed == 0U);  // no three characters distinguish them
}

BOOST_AUTO_TEST_CASE(offsets_follow_base_classes) {
    derived d;
    const json::type_info& t = json::type_of<derived>();
    const auto at = [&](std::string_view name) -> const void* {
        return reinterpret_cast<const char*>(&d) + t.find(name)->offset;
    };
    BOOST_TEST(at("first") == &d.first);
    BOOST_TEST(at("shared") == &d.shared);
    BOOST_TEST(at("flag") == &d.flag);
    BOOST_TEST(at("second") == &d.second);
    BOOST_TEST(at("third") == &d.third);

    with_inherited_member w;
    w.second = "s";
    w.own = "o";
    BOOST_TEST(json::encode(w) == R"({"own":"o","second":"s"})");
    far_derived f;
    f.first = 3;
    f.second = "s";
    BOOST_TEST(json::encode(f) == R"({"first":3,"flag":false,"second":"s"})");
}

BOOST_AUTO_TEST_CASE(maps_are_reached_by_key_by_index_and_in_order) {
    const std::map<std::string, std::int32_t> plain{{"a", 1}, {"b", 2}};
    const string_map texts{{"a", "1"}, {"b", "2"}};
    const auto check = [](const json::type_info& t, const void* map) {
        BOOST_TEST(t.ops.map_size(map) == 2U);
        BOOST_TEST(t.ops.key_at(map, 1) == "b");
        BOOST_TEST(t.ops.lookup(map, "b") == t.ops.value_at(map, 1));
        BOOST_TEST(t.ops.lookup(map, "c") == nullptr);
        std::string keys;
        t.ops.each(map, &keys, [](void* to, std::string_view key, const void*) {
            *static_cast<std::string*>(to) += key;
            return key != "a";
        });
        BOOST_TEST(keys == "a");
    };
    check(json::type_of<std::map<std::string, std::int32_t>>(), &plain);
    check(json::type_of<string_map>(), &texts);
}

BOOST_AUTO_TEST_SUITE_END()
