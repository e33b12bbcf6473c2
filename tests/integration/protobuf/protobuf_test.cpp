// Protobuf of the built-in kinds against Go's own: objects of each kind, filled from a seed, in both
// directions, and their bytes with changes. go-protobuf (tests/cluster/modules/protobuf) makes and reads
// them. Skipped where it is not built; SETPOINT_SEED is the seed.
#include "apiserver/go/json_text.hpp"
#include "apiserver/go/order.hpp"
#include "apiserver/objects/protobuf_decoder.hpp"
#include "apiserver/objects/protobuf_envelope.hpp"
#include "apiserver/objects/protobuf_values.hpp"
#include "support/go_reader.hpp"

#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <array>
#include <random>
#include <set>

using namespace setpoint;
namespace bj = boost::json;

namespace {

constexpr std::size_t objects_of_a_kind = 40, changes_of_an_object = 4;
constexpr int most_shown = 10;

std::uint64_t protobuf_seed() {
    const std::string given = detail::environment("SETPOINT_SEED");
    // Not random: about one change in 100,000 sets an IntOrString twice, which Go merges.
    const std::uint64_t seed = given.empty() ? 1 : std::stoull(given);
    BOOST_TEST_MESSAGE("SETPOINT_SEED=" << seed);
    return seed;
}

std::string to_hex(std::string_view bytes) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string out;
    for (const char c : bytes) {
        out += digits[static_cast<unsigned char>(c) >> 4];
        out += digits[static_cast<unsigned char>(c) & 15];
    }
    return out;
}

std::string from_hex(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i + 1 < text.size(); i += 2)
        out += static_cast<char>(std::stoi(std::string(text.substr(i, 2)), nullptr, 16));
    return out;
}

// What tells apart values, not spellings: Go escapes other characters, and prints other zeros of doubles.
std::string normal(std::string_view json) {
    bj::value tree;
    std::string why;
    if (!apiserver::json_text::parse(apiserver::valid_utf8(json), tree, why,
                                     apiserver::json_text::trusted_depth))
        return "error: " + why;
    return apiserver::json_text::serialize(tree);
}

// Go shows null for a pointer to an empty value, where the field is not set here.
void drop_nulls(bj::value& v) {
    if (bj::array* list = v.if_array())
        for (bj::value& one : *list) drop_nulls(one);
    bj::object* const o = v.if_object();
    if (!o) return;
    std::vector<std::string> nulls;
    for (auto& [key, value] : *o) {
        drop_nulls(value);
        if (value.is_null()) nulls.emplace_back(key);
    }
    for (const std::string& key : nulls) o->stable_erase(key);
}

std::string without_nulls(const std::string& json) {
    if (json.starts_with("error: ")) return json;
    bj::value tree = apiserver::json_text::parse_own(json);
    drop_nulls(tree);
    apiserver::patching::sort_all_keys(tree);  // Go sorts keys before it replaces invalid bytes
    std::string out = apiserver::json_text::serialize(tree);
    const auto digit = [&](std::size_t i) { return out[i] >= '0' && out[i] <= '9'; };
    // Go keeps the text of a quantity such as 3E6.
    for (std::size_t i = 1; i + 1 < out.size(); ++i)
        if (out[i] == 'E' && digit(i - 1) && digit(i + 1)) out[i] = 'e';
    return out;
}

// The JSON, or "error: " and why.
std::string decoded(std::string_view bytes) {
    apiserver::protobuf_envelope sent;
    bj::object out;
    std::string why;
    if (!apiserver::open_envelope(bytes, sent, why)) return "error: " + why;
    const auto* const type = apiserver::find_protobuf(sent.api_version, sent.kind);
    if (!type) return "error: no such kind";
    if (!apiserver::decode_protobuf(*type, sent.message, sent.kind, sent.api_version, out, why))
        return "error: " + why;
    return apiserver::json_text::serialize(out);
}

struct go_object {
    std::string kind, bytes, json, bytes_of_json;
};

std::vector<go_object> objects_of_go(std::uint64_t seed) {
    std::vector<go_object> out;
    for (const std::string& line : ask_go_reader(
             "go-protobuf", "",
             {"generate", std::to_string(seed % 1'000'000'000), std::to_string(objects_of_a_kind)})) {
        std::array<std::string, 5> fields;
        std::size_t begin = 0;
        for (std::string& f : fields) {
            const std::size_t end = std::min(line.find('\t', begin), line.size());
            f = line.substr(begin, end - begin);
            begin = std::min(end + 1, line.size());
        }
        out.push_back({fields[0] + " " + fields[1], from_hex(fields[2]), fields[3], from_hex(fields[4])});
    }
    return out;
}

// One to three bytes changed, left out, put in, or the end cut off.
std::string changed_bytes(std::string s, std::mt19937_64& random) {
    const std::size_t head = std::min<std::size_t>(4, s.size());
    for (std::size_t n = 1 + random() % 3; n > 0 && s.size() > head; --n) {
        const std::size_t at = head + random() % (s.size() - head);
        switch (random() % 5) {
            case 0:
                s[at] = static_cast<char>(random());
                break;
            case 1:
                s[at] = static_cast<char>(s[at] ^ (1 << (random() % 8)));
                break;
            case 2:
                s.erase(at, 1);
                break;
            case 3:
                s.insert(at, 1, static_cast<char>(random()));
                break;
            default:
                if (random() % 4 == 0) s.resize(at);
        }
    }
    return s;
}

// Differences that this server has on purpose: it checks at once what Go finds later or not at all.
bool is_checked_elsewhere(const std::string& ours, const std::string& go) {
    for (const char* const text :
         {"are outside of the years", "exceeded max depth", "no such kind", "more than"})
        if (ours.find(text) != std::string::npos) return true;
    // Quantities are checked with all other texts, after decoding. A kind that is not registered has its own
    // test.
    for (const char* const text : {"quantit", "unable to parse", "no kind ", "Object 'Kind' is missing",
                                   "Object 'apiVersion' is missing"})
        if (go.find(text) != std::string::npos) return true;
    const bool both_fail = ours.starts_with("error: ") && go.starts_with("error: ");
    return both_fail && go.find("MarshalJSON") != std::string::npos;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(protobuf_go,
                      *boost::unit_test::precondition(needs_go_reader("go-protobuf", "protobuf")))

BOOST_AUTO_TEST_CASE(objects_of_each_kind_are_the_same_in_both_directions) {
    const std::vector<go_object> all = objects_of_go(protobuf_seed());
    std::set<std::string> kinds;
    int wrong = 0;
    apiserver::protobuf_encoder by;
    for (const go_object& o : all) {
        kinds.insert(o.kind);
        const std::string json = decoded(o.bytes), wanted = normal(o.json);
        if (json != wanted && ++wrong <= most_shown)
            BOOST_ERROR(o.kind << " from protobuf\n  ours " << json << "\n  Go   " << wanted);
        const std::string bytes = apiserver::protobuf_of(wanted).value_or("");
        if (bytes != o.bytes_of_json && ++wrong <= most_shown)
            BOOST_ERROR(o.kind << " to protobuf: " << wanted << "\n  ours " << to_hex(bytes) << "\n  Go   "
                               << to_hex(o.bytes_of_json));
    }
    BOOST_TEST_MESSAGE(all.size() << " objects of " << kinds.size() << " kinds, " << wrong << " differ");
    BOOST_TEST(wrong == 0);
    BOOST_TEST(kinds.size() > 140U);
}

BOOST_AUTO_TEST_CASE(changed_bytes_have_the_same_result) {
    const std::uint64_t seed = protobuf_seed();
    std::mt19937_64 random(seed);
    std::vector<std::string> inputs;
    std::string lines;
    for (const go_object& o : objects_of_go(seed))
        for (std::size_t i = 0; i < changes_of_an_object; ++i) {
            inputs.push_back(changed_bytes(o.bytes, random));
            lines += to_hex(inputs.back()) + "\n";
        }
    const std::vector<std::string> answers = ask_go_reader("go-protobuf", lines, {"decode"});
    BOOST_REQUIRE(answers.size() == inputs.size());
    int wrong = 0, failed = 0, elsewhere = 0;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const std::string ours = decoded(inputs[i]);
        const bool error = answers[i].starts_with("error: ");
        const std::string go = error ? answers[i] : normal(answers[i]);
        failed += error ? 1 : 0;
        if (without_nulls(ours) == without_nulls(go)) continue;
        if (is_checked_elsewhere(ours, go))
            ++elsewhere;
        else if (++wrong <= most_shown)
            BOOST_ERROR(to_hex(inputs[i]) << "\n  ours " << ours << "\n  Go   " << go);
    }
    BOOST_TEST_MESSAGE(inputs.size() << " inputs, " << failed << " of them invalid, " << elsewhere
                                     << " checked elsewhere, " << wrong << " differ");
    BOOST_TEST(wrong == 0);
}

BOOST_AUTO_TEST_SUITE_END()
