// Our quantities beside those of k8s.io/apimachinery, by which API servers, schedulers and kubelets
// calculate. SETPOINT_SEED decides which. Left out is what Go has wrong: a suffix without digits (it takes
// "e3" for 0), and results of whole thousands of E (it drops the suffix).
#include "setpoint/api/quantity.hpp"
#include "setpoint/core/random.hpp"
#include "support/go_reader.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(quantity_reader_test,
                      *boost::unit_test::precondition(needs_go_reader("quantity-reader")))

namespace {

constexpr std::size_t many = 20'000;

class quantity_maker {
public:
    explicit quantity_maker(std::uint64_t seed) : random_(seed) {}

    std::string next() {
        std::string s;
        if (random_.below(8) == 0) s += "+-"[random_.below(2)];
        s += digits(random_.below(6) ? 3 : 9);
        if (random_.below(3) == 0) s += "." + digits(random_.below(8) ? 3 : 12);
        s += suffix();
        if (random_.below(40) == 0) s.insert(random_.below(s.size() + 1), 1, "x .-+i1"[random_.below(7)]);
        return s;
    }
    std::int64_t number() { return static_cast<std::int64_t>(random_.below(2001)) - 1000; }

private:
    std::string digits(std::uint64_t most) {
        std::string s;
        for (std::uint64_t n = random_.below(most + 1); n > 0; --n)
            s += random_.below(3) ? static_cast<char>('0' + random_.below(10)) : '0';
        return s.empty() ? "0" : s;
    }
    std::string suffix() {
        static const std::vector<std::string> all{"",  "",   "",   "n",   "u",  "m",  "m",  "k",  "M",  "G",
                                                  "T", "P",  "Ki", "Ki",  "Mi", "Mi", "Gi", "Gi", "Ti", "Pi",
                                                  "K", "e3", "E6", "e-3", "e0", "E1", "e2", "E-7"};
        return all[random_.below(all.size())];
    }
    random_source random_;
};

std::string line_of(const std::string& a, const std::string& b, std::int64_t n) {
    const auto x = quantity::parse(a), y = quantity::parse(b);
    if (!x || !y) return "err";
    const int order = *x < *y ? -1 : *x > *y ? 1 : 0;
    return fmt::format("{}\t{}\t{}\t{}\t{}", *x + *y, *x - *y, *x * n, x->canonical(), order);
}

}  // namespace

BOOST_AUTO_TEST_CASE(sums_products_order_and_canonical_texts_are_those_of_go) {
    const std::string given = detail::environment("SETPOINT_SEED");
    const std::uint64_t seed = given.empty() ? 1 : std::stoull(given);
    BOOST_TEST_MESSAGE("seed " << seed);
    quantity_maker make(seed);
    std::vector<std::array<std::string, 3>> asked{{"1Ki", "1", "3"}, {"0", "1Ki", "1"}, {"8Ei", "1Ei", "1"}};
    while (asked.size() < many) asked.push_back({make.next(), make.next(), std::to_string(make.number())});
    std::string input;
    for (const auto& [a, b, n] : asked) input += a + "\t" + b + "\t" + n + "\n";
    const std::vector<std::string> said = ask_go_reader("quantity-reader", input);
    BOOST_REQUIRE(said.size() == asked.size());
    std::size_t valid = 0;
    for (std::size_t i = 0; i < asked.size(); ++i) {
        const auto& [a, b, n] = asked[i];
        const std::size_t last = said[i].rfind('\t');
        const std::string ours = line_of(a, b, std::stoll(n));
        if (ours.find("000E") != std::string::npos) continue;
        BOOST_TEST(ours == said[i].substr(0, last), a << " and " << b << " and " << n << ", Go: " << said[i]);
        if (last == std::string::npos) continue;
        ++valid;
        const double value = quantity::parse(a)->to_double(), theirs = std::stod(said[i].substr(last + 1));
        BOOST_TEST(std::abs(value - theirs) <= 1e-15 * std::abs(theirs),
                   a << " is " << value << ", Go: " << theirs);
    }
    BOOST_TEST(valid > many / 2);
}

BOOST_AUTO_TEST_SUITE_END()
