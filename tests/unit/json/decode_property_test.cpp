// Random documents: the decoder must produce the values of Boost.JSON's tree, however the bytes are
// split.
#include "sample_types.hpp"
#include "setpoint/core/random.hpp"
#include "setpoint/json/decode.hpp"
#include "setpoint/json/encode.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace sample;

namespace {

// Generates random documents of a described type, with white space, escapes, nulls and unknown
// fields.
class generator {
public:
    // `wrong`: one value in this many has a random type; 0: none. `bulk`: some unknown fields have
    // the name that is skipped separately.
    generator(random_source& random, std::uint64_t wrong, bool bulk = true)
        : random_(random), wrong_(wrong), bulk_(bulk) {}

    void value(const json::type_info& type, int depth, std::string& out) {
        space(out);
        if (wrong_ != 0 && random_.below(wrong_) == 0) return anything(depth, out);
        switch (type.kind) {
            case json::type_kind::boolean:
                out += random_.below(2) == 0 ? "true" : "false";
                break;
            case json::type_kind::int32:
                out += std::to_string(static_cast<std::int32_t>(random_.next()));
                break;
            case json::type_kind::int64:
                out += std::to_string(static_cast<std::int64_t>(random_.next()) >> random_.below(64));
                break;
            case json::type_kind::number:
                number(out);
                break;
            case json::type_kind::std_string:
            case json::type_kind::shared_text:
                string(out);
                break;
            case json::type_kind::scalar:
                out += std::to_string(random_.below(60000));
                break;
            case json::type_kind::enumeration:
                json::quote(type.values[random_.below(type.values.size())].name, out);
                break;
            case json::type_kind::object:
                object(type, depth, out);
                break;
            case json::type_kind::list:
                list(type, depth, out);
                break;
            case json::type_kind::map:
                map(type, depth, out);
                break;
            case json::type_kind::optional:
                value(*type.element, depth, out);
                break;
            case json::type_kind::any:
                if (type.object_only) {
                    any_object(depth, out);
                } else {
                    anything(depth, out);
                }
                break;
        }
        space(out);
    }

private:
    void space(std::string& out) {
        if (random_.below(6) == 0) out += std::string_view(" \n\t\r ").substr(random_.below(5), 1);
    }

    void number(std::string& out) {
        out += std::to_string(static_cast<std::int64_t>(random_.next()) >> random_.below(64));
        if (random_.below(2) == 0) out += '.' + std::to_string(random_.below(100000));
        if (random_.below(3) == 0)
            out += fmt::format("e{}{}", random_.below(2) == 0 ? "-" : "+", random_.below(200));
    }

    void string(std::string& out) {
        static constexpr std::string_view pieces[] = {"a",
                                                      "name",
                                                      "\\n",
                                                      "\\\\",
                                                      "\\\"",
                                                      "\\/",
                                                      "\\u0041",
                                                      "\\u00e9",
                                                      "é",
                                                      "€",
                                                      "\\ud83d\\ude00",
                                                      "😀",
                                                      "{",
                                                      "]",
                                                      ",",
                                                      ":",
                                                      "\\u0000",
                                                      " ",
                                                      "0123456789abcdef"};
        out += '"';
        std::uint64_t n = random_.below(8);
        if (random_.below(300) == 0) n = 1000;  // longer than the parser's buffers
        for (; n > 0; --n) out += pieces[random_.below(std::size(pieces))];
        out += '"';
    }

    void anything(int depth, std::string& out) {
        switch (random_.below(depth > 8 ? 5 : 7)) {
            case 0:
                out += "null";
                break;
            case 1:
                out += "true";
                break;
            case 2:
                number(out);
                break;
            case 3:
                string(out);
                break;
            case 4:
                out += random_.below(2) == 0 ? "{}" : "[]";
                break;
            case 5:
                any_object(depth, out);
                break;
            default: {
                out += '[';
                for (std::uint64_t i = 0, n = random_.below(4); i < n; ++i) {
                    if (i > 0) out += ',';
                    anything(depth + 1, out);
                }
                out += ']';
            }
        }
    }

    void any_object(int depth, std::string& out) {
        out += '{';
        for (std::uint64_t i = 0, n = random_.below(4); i < n; ++i) {
            if (i > 0) out += ',';
            out += fmt::format("\"k{}\":", i);
            anything(depth + 1, out);
        }
        out += '}';
    }

    void object(const json::type_info& type, int depth, std::string& out) {
        out += '{';
        bool first = true;
        const auto key = [&](std::string_view name) {
            if (!std::exchange(first, false)) out += ',';
            space(out);
            json::quote(name, out);
            if (random_.below(4) == 0 && !name.empty()) {  // the same name, escaped
                out.resize(out.size() - name.size() - 1);
                out += fmt::format("\\u{:04x}{}\"", static_cast<unsigned>(name[0]), name.substr(1));
            }
            space(out);
            out += ':';
        };
        for (const json::field_info& f : type.fields) {
            if (random_.below(4) == 0) {
                key(bulk_ && random_.below(3) == 0 ? std::string("managedFields")
                                                   : fmt::format("{}{}", f.name, random_.below(10)));
                anything(depth, out);
            }
            if (random_.below(depth > 6 ? 8 : 3) == 0) continue;
            key(f.name);
            if (random_.below(12) == 0) {
                out += "null";
            } else {
                value(*f.type, depth + 1, out);
            }
        }
        out += '}';
    }

    void list(const json::type_info& type, int depth, std::string& out) {
        out += '[';
        for (std::uint64_t i = 0, n = depth > 6 ? 0 : random_.below(4); i < n; ++i) {
            if (i > 0) out += ',';
            value(*type.element, depth + 1, out);
        }
        out += ']';
    }

    void map(const json::type_info& type, int depth, std::string& out) {
        out += '{';
        for (std::uint64_t i = 0, n = depth > 6 ? 0 : random_.below(4); i < n; ++i) {
            if (i > 0) out += ',';
            out += fmt::format("\"key{}\":", (i * 7) % 4);
            value(*type.element, depth + 1, out);
        }
        out += '}';
    }

    random_source& random_;
    std::uint64_t wrong_;
    bool bulk_;
};

std::string_view view(const boost::json::value& v) {
    return {v.get_string().data(), v.get_string().size()};
}

bool close(const boost::json::value& expected, const boost::json::value& got);

// Whether the value in memory equals the tree's; Boost 1.81 is off by some units in the last place
// of doubles.
bool matches(const json::type_info& type, const void* v, const boost::json::value& tree) {
    switch (type.kind) {
        case json::type_kind::boolean:
            return tree == *static_cast<const bool*>(v);
        case json::type_kind::int32:
            return tree == *static_cast<const std::int32_t*>(v);
        case json::type_kind::int64:
            return tree == *static_cast<const std::int64_t*>(v);
        case json::type_kind::number:
            return close(tree, *static_cast<const double*>(v));
        case json::type_kind::std_string:
            return view(tree) == *static_cast<const std::string*>(v);
        case json::type_kind::shared_text:
            return *static_cast<const interned_string*>(v) == view(tree);
        case json::type_kind::scalar:
        case json::type_kind::enumeration: {
            const auto got = json::to_value(type, v);
            return got == tree ||
                   (got.is_string() && tree.is_int64() && view(got) == std::to_string(tree.get_int64()));
        }
        case json::type_kind::object:
            return std::all_of(type.fields.begin(), type.fields.end(), [&](const json::field_info& f) {
                const auto* const there = tree.get_object().if_contains({f.name.data(), f.name.size()});
                if (there && !there->is_null())
                    return matches(*f.type, static_cast<const char*>(v) + f.offset, *there);
                return f.type->kind != json::type_kind::optional ||
                       !f.type->ops.get(static_cast<const char*>(v) + f.offset);
            });
        case json::type_kind::list: {
            const auto& array = tree.get_array();
            if (array.size() != type.ops.size(v)) return false;
            for (std::size_t i = 0; i < array.size(); ++i)
                if (!matches(*type.element, type.ops.at(v, i), array[i])) return false;
            return true;
        }
        case json::type_kind::map: {
            const auto& object = tree.get_object();
            return object.size() == type.ops.map_size(v) &&
                   std::all_of(object.begin(), object.end(), [&](const auto& member) {
                       const void* const value =
                           type.ops.lookup(v, {member.key().data(), member.key().size()});
                       return value && matches(*type.element, value, member.value());
                   });
        }
        case json::type_kind::optional:
            return type.ops.get(v) && matches(*type.element, type.ops.get(v), tree);
        case json::type_kind::any:
            return close(tree, json::to_value(type, v));
    }
    return false;
}

bool close(const boost::json::value& expected, const boost::json::value& got) {
    if (expected.is_number() && got.is_number()) {
        const double a = expected.to_number<double>(), b = got.to_number<double>();
        return std::abs(a - b) <= 1e-14 * std::abs(a);
    }
    if (expected.is_array() && got.is_array())
        return std::equal(expected.get_array().begin(), expected.get_array().end(), got.get_array().begin(),
                          got.get_array().end(), close);
    if (!expected.is_object() || !got.is_object()) return expected == got;
    return expected.get_object().size() == got.get_object().size() &&
           std::all_of(expected.get_object().begin(), expected.get_object().end(), [&](const auto& member) {
               const auto* const other = got.get_object().if_contains(member.key());
               return other && close(member.value(), *other);
           });
}

template <class T>
std::string in_pieces(json::decoder& d, std::string_view document, random_source& random,
                      std::uint64_t longest) {
    T value;
    d.start(json::type_of<T>(), &value);
    while (!document.empty()) {
        const std::size_t n = 1 + random.below(longest);
        const std::string piece(document.substr(0, n));  // a separate copy: the pieces must not be read later
        document.remove_prefix(piece.size());
        if (auto r = d.write(piece); !r) return "error: " + r.error().message;
    }
    if (auto r = d.finish(); !r) return "error: " + r.error().message;
    return json::encode(value);
}

boost::json::value tree_of(std::string_view document) {
    return boost::json::parse({document.data(), document.size()}, {}, [] {
        boost::json::parse_options o;
        o.max_depth = 64;
        return o;
    }());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(decode_property_test)

BOOST_AUTO_TEST_CASE(random_documents_decode_to_what_their_tree_says) {
    random_source random(2026);
    generator make(random, 0);
    string_pool pool;
    for (int round = 0; round < 3000; ++round) {
        std::string document;
        make.value(json::type_of<everything>(), 0, document);
        const auto value = json::decode<everything>(document, {.pool = round % 2 == 0 ? &pool : nullptr});
        BOOST_REQUIRE_MESSAGE(value.has_value(), (value ? "" : value.error().message) << " in " << document);
        BOOST_REQUIRE_MESSAGE(matches(json::type_of<everything>(), &*value, tree_of(document)), document);
        const std::string once = json::encode(*value);
        BOOST_REQUIRE(json::encode(json::decode<everything>(once).value()) == once);
    }
    for (int round = 0; round < 500; ++round) {
        std::string document;
        make.value(json::type_of<node>(), 0, document);
        const auto value = json::decode<node>(document);
        BOOST_REQUIRE_MESSAGE(value.has_value(), (value ? "" : value.error().message) << " in " << document);
        BOOST_REQUIRE_MESSAGE(matches(json::type_of<node>(), &*value, tree_of(document)), document);
    }
}

BOOST_AUTO_TEST_CASE(pieces_make_no_difference_to_values_or_errors) {
    random_source random(7);
    generator make(random, 40);
    json::decoder whole, cut;
    int failed = 0;
    for (int round = 0; round < 2000; ++round) {
        std::string document;
        make.value(json::type_of<everything>(), 0, document);
        const std::string expected = in_pieces<everything>(whole, document, random, document.size());
        failed += expected.starts_with("error: ") ? 1 : 0;
        for (const std::uint64_t longest : {1U, 3U, 20U, 500U})
            BOOST_REQUIRE_MESSAGE(in_pieces<everything>(cut, document, random, longest) == expected,
                                  document);
    }
    BOOST_TEST(failed > 200);  // or the wrong values were valid
    BOOST_TEST(failed < 1900);
}

BOOST_AUTO_TEST_CASE(damaged_documents_are_rejected_or_read_without_corruption) {
    random_source random(11);
    generator make(random, 0);
    json::decoder whole, cut;
    generator make_plain(random, 0, false);
    for (int round = 0; round < 8000; ++round) {
        // In managedFields only brackets and quotes are checked, so damage there may go unnoticed.
        const bool all_read = round % 2 == 0;
        std::string document;
        (all_read ? make_plain : make).value(json::type_of<everything>(), 0, document);
        for (std::uint64_t n = 1 + random.below(3); n > 0 && !document.empty(); --n) {
            const std::size_t at = random.below(document.size());
            switch (random.below(3)) {
                case 0:
                    document[at] = static_cast<char>(random.next());
                    break;
                case 1:
                    document.erase(at, 1 + random.below(5));
                    break;
                default:
                    document.insert(at, std::string_view("{}[]\",:\\0e\xc3").substr(random.below(11), 1));
                    break;
            }
        }
        // The same outcome for any pieces, except for the position at which malformed JSON is
        // detected; and the same decision as Boost.JSON on what is JSON at all.
        const auto verdict = [](std::string outcome) {
            return outcome.substr(0, outcome.find("not JSON: "));
        };
        const std::string expected = in_pieces<everything>(whole, document, random, document.size() + 1);
        BOOST_REQUIRE_MESSAGE(verdict(in_pieces<everything>(cut, document, random, 7)) == verdict(expected),
                              document);
        boost::json::error_code ec;
        boost::json::parse({document.data(), document.size()}, ec);
        if (ec && ec != boost::json::error::too_deep && all_read)
            BOOST_REQUIRE_MESSAGE(expected.starts_with("error: "), document);
    }
}

BOOST_AUTO_TEST_SUITE_END()
