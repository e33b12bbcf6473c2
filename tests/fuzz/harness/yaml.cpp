// YAML into trees: ends, keeps to its caps, and what to_yaml() writes is read as the same tree.
#include "setpoint/json/yaml.hpp"

#include "harness.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

namespace setpoint { inline namespace v0 { namespace fuzz {

namespace {

constexpr std::size_t max_repeated = 400'000;  // as go-yaml has it for documents of this size

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
    const auto document = json::parse_yaml(input, "input", &repeated);
    const auto again = json::parse_yaml(input, "");
    expect(document.has_value() == again.has_value(), "the name and the list of keys change nothing");
    const auto all = json::parse_manifests(input, "input");
    if (all)
        for (const boost::json::value& d : *all)
            expect(!d.is_null(), "documents without content are left out");
    if (!document) return;
    expect(count(*document) <= 2 * input.size() + 2 + max_repeated,
           "no more nodes than the text and its aliases make");
    const std::string text = json::to_yaml(*document);
    const auto back = json::parse_yaml(text, "output", &repeated);
    expect(back.has_value(), "what is written is one document:\n" + text);
    expect_equal(boost::json::serialize(*back), boost::json::serialize(*document), "the same tree:\n" + text);
}

}}}  // namespace setpoint::v0::fuzz
