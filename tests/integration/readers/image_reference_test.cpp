// Our parser of image references beside github.com/distribution/reference, by which kubelets judge: the same
// texts refused, and the same parts of the others.
#include "setpoint/api/image_reference.hpp"

#include "setpoint/core/random.hpp"
#include "setpoint/json/decode.hpp"
#include "support/go_reader.hpp"

#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include <set>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(image_reference_reader_test,
                      *boost::unit_test::precondition(needs_go_reader("image-reader")))

namespace {

// References that are nearly valid: each part from the grammar, with a mistake now and then.
class reference_maker {
public:
    explicit reference_maker(std::uint64_t seed) : random_(seed) {}

    std::string next() {
        std::string s = random_.below(2) ? pick(registries_, 10) + "/" : "";
        s += random_.below(6) ? path() : pick(odd_);
        if (random_.below(2))
            s += ":" + (random_.below(6) ? pick(tags_, 4) : characters(1 + random_.below(140)));
        if (random_.below(3) == 0) s += "@" + digest();
        for (std::uint64_t n = random_.below(6); n > 4; --n) spoil(s);
        return s;
    }

private:
    std::string pick(const std::vector<std::string>& from) { return from[random_.below(from.size())]; }
    // Mostly one of the first `good`, which are valid.
    std::string pick(const std::vector<std::string>& from, std::size_t good) {
        return from[random_.below(random_.below(6) ? good : from.size())];
    }
    std::string characters(std::uint64_t size) {
        std::string s;
        while (s.size() < size) s += "abz09AZ_.-"[random_.below(random_.below(3) ? 5 : 10)];
        return s;
    }
    std::string path() {
        std::string s = component();
        for (std::uint64_t n = random_.below(4); n > 0; --n) s += "/" + component();
        if (random_.below(12) == 0)
            s.append(240 + random_.below(20) - std::min<std::size_t>(s.size(), 200), 'a');
        return s;
    }
    std::string component() {
        std::string s = pick(words_);
        for (std::uint64_t n = random_.below(3); n > 0; --n) s += pick(separators_, 6) + pick(words_);
        return s;
    }
    std::string digest() {
        const std::string digits = random_.below(8) ? "0123456789abcdef" : "0123456789abcdefABCDEF-_=g";
        constexpr std::size_t sizes[] = {64, 96, 128, 32, 31, 63, 65, 0};
        std::string s = pick(algorithms_, 3) + ":";
        for (std::size_t n = sizes[random_.below(random_.below(3) ? 1 : std::size(sizes))]; n > 0; --n)
            s += digits[random_.below(digits.size())];
        return s;
    }
    void spoil(std::string& s) {
        constexpr std::string_view all = "a9A/:@.-_[]% \n\x7f\xc3#+=";
        const std::size_t at = random_.below(s.size() + 1);
        const char c =
            random_.below(20) ? all[random_.below(all.size())] : static_cast<char>(random_.below(128));
        switch (random_.below(3)) {
            case 0:
                s.insert(at, 1, c);
                break;
            case 1:
                s.erase(at, 1 + random_.below(2));
                break;
            default:
                if (at < s.size()) s[at] = c;
        }
    }

    const std::vector<std::string> registries_ = {"docker.io",
                                                  "index.docker.io",
                                                  "localhost",
                                                  "localhost:5000",
                                                  "gcr.io",
                                                  "a.b-c.d:80",
                                                  "127.0.0.1",
                                                  "127.0.0.1:5000",
                                                  "[::1]",
                                                  "[2001:db8::1]:5000",
                                                  "[2001:db8::1]:",
                                                  "[fe80::1%25eth0]",
                                                  "[::ffff:1.2.3.4]",
                                                  "[]",
                                                  "[abc]",
                                                  "[ABC]",
                                                  "::1",
                                                  "Registry",
                                                  "registry",
                                                  "a_b.c",
                                                  "a_b",
                                                  "-a.b",
                                                  "a-.b",
                                                  "a..b",
                                                  "a.",
                                                  ".a",
                                                  "a.b:",
                                                  "a:b",
                                                  "a:80:80",
                                                  "a.b:080",
                                                  "xn--a.b",
                                                  "A_B",
                                                  "docker.io:443",
                                                  "a--b.c",
                                                  ""};
    const std::vector<std::string> words_ = {"a",         "nginx",           "0", "9a", "library",
                                             "localhost", "abcdef0123456789"};
    const std::vector<std::string> separators_ = {".", "_", "__", "-", "--", "---", "..", "___", "-_", "._"};
    const std::vector<std::string> tags_ = {"1", "latest", "v1.2.3-rc.1", "_", "-",     ".",
                                            "",  "1:2",    "a/b",         "A", "Latest"};
    const std::vector<std::string> algorithms_ = {"sha256", "sha256",     "sha256", "sha384", "sha512", "md5",
                                                  "SHA256", "sha256+b64", "sha",    "",       "1a"};
    const std::vector<std::string> odd_ = {"",
                                           " ",
                                           "A",
                                           "a/",
                                           "/a",
                                           "a//b",
                                           "-a",
                                           "a-",
                                           "a b",
                                           std::string(64, 'a'),
                                           std::string(63, 'a'),
                                           std::string(65, 'a'),
                                           std::string(64, 'A'),
                                           std::string(247, 'a'),
                                           std::string(248, 'a'),
                                           std::string(255, 'a'),
                                           std::string(256, 'a'),
                                           "library/" + std::string(247, 'a'),
                                           "library/" + std::string(248, 'a')};
    random_source random_;
};

// What a runtime makes of it.
std::string normalised(const image_reference& r) {
    const bool hub = r.registry.empty() || r.registry == "docker.io" || r.registry == "index.docker.io";
    // A first part that only looks like a registry is one of the repository.
    const std::string_view first = r.repository.substr(0, r.repository.find('/'));
    const bool bare =
        r.registry.empty() && first.size() < r.repository.size() && first.find('.') != std::string_view::npos;
    if (bare) return std::string(r.repository);
    const bool short_name = hub && r.repository.find('/') == std::string_view::npos;
    return fmt::format("{}/{}{}", hub ? "docker.io" : r.registry, short_name ? "library/" : "", r.repository);
}

}  // namespace

// SETPOINT_SEED=N repeats a run.
BOOST_AUTO_TEST_CASE(thousands_of_references_are_read_alike) {
    const char* const given = std::getenv("SETPOINT_SEED");
    const std::uint64_t seed = given ? std::strtoull(given, nullptr, 10) : random_source::system_seed();
    BOOST_TEST_INFO_SCOPE("SETPOINT_SEED=" << seed);
    reference_maker maker(seed);
    std::set<std::string> texts = {"[2001:db8::1]:5000/foo/bar:1", std::string(64, 'a'),
                                   "nginx@sha256:0123456789abcdef0123456789abcdef"};
    while (texts.size() < 8000) texts.insert(maker.next());
    std::string input;
    for (const std::string& t : texts) {
        // Bytes that are no UTF-8 do not pass through JSON; they are invalid in either case.
        input += boost::json::serialize(boost::json::value(boost::json::string(t))) + "\n";
    }
    const auto lines = ask_go_reader("image-reader", input);
    BOOST_REQUIRE(lines.size() == texts.size());
    std::size_t valid = 0, i = 0;
    for (const std::string& t : texts) {
        const auto go = json::decode<boost::json::value>(lines[i++]).value().as_object();
        const std::string refusal(go.at("error").as_string());
        const auto ours = parse_image_reference(t);
        BOOST_TEST(ours.has_value() == refusal.empty(),
                   t << ": Go: " << refusal << "; ours: " << (ours ? "" : ours.error().message));
        if (!ours || !refusal.empty()) continue;
        ++valid;
        BOOST_TEST(normalised(*ours) == go.at("name").as_string(), t);
        BOOST_TEST(ours->tag == go.at("tag").as_string(), t);
        BOOST_TEST(ours->digest == go.at("digest").as_string(), t);
    }
    BOOST_TEST_MESSAGE("SETPOINT_SEED=" << seed << ": " << valid << " of " << texts.size()
                                        << " are references");
    BOOST_TEST(valid > texts.size() / 10);
    BOOST_TEST(valid < texts.size() * 9 / 10);
}

BOOST_AUTO_TEST_SUITE_END()
