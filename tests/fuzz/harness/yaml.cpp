// YAML into trees: ends, keeps to its caps, and what to_yaml() writes is read as the same tree.
#include "harness.hpp"
#include <setpoint/json/yaml.hpp>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

namespace setpoint::fuzz {

namespace {

constexpr std::size_t max_repeated = 100'000;  // as yaml.hpp says

std::size_t count(const boost::json::value& v) {
    std::size_t n = 1;
    if (const auto* list = v.if_array())
        for (const auto& item : *list) n += count(item);
    if (const auto* map = v.if_object())
        for (const auto& member : *map) n += count(member.value());
    return n;
}

}  // namespace

void yaml(std::string_view input) {
    std::vector<std::string> repeated;
    const auto forgiving = json::parse_yaml(input, "input", &repeated);
    const auto documents = json::parse_yaml(input, "input");
    if (documents) expect(forgiving.has_value(), "who is told of repeated keys reads no less");
    if (!documents) return;
    std::size_t nodes = 0;
    for (const boost::json::value& d : *documents) nodes += count(d);
    expect(nodes <= 2 * input.size() + 2 + max_repeated, "no more nodes than the text and its aliases make");
    for (const boost::json::value& d : *documents) {
        const std::string text = json::to_yaml(d);
        const auto again = json::parse_yaml(text, "output");
        expect(again.has_value() && again->size() == 1, "what is written is one document:\n" + text);
        expect_equal(boost::json::serialize(again->front()), boost::json::serialize(d),
                     "the same tree:\n" + text);
    }
}

}  // namespace setpoint::fuzz
