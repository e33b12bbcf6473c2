// Selectors of labels and fields, ours and the embedded server's reading of them: printed and read they are
// the same.
#include "apiserver/request/label_selector.hpp"
#include "harness.hpp"
#include "setpoint/api/selector.hpp"

namespace setpoint { inline namespace v0 { namespace fuzz {

namespace {

template <class Parse>
void check_labels(const selector& s, Parse parse) {
    const std::string text = s.to_string();
    const auto again = parse(text);
    expect(again.has_value(), "what is printed can be read: " + text);
    expect(*again == s, "and is the same: " + text);
    string_map labels;
    for (const auto& r : s.requirements()) labels[r.key] = r.values.empty() ? "" : r.values.front();
    expect(s.matches(labels) == again->matches(labels) && s.matches({}) == again->matches({}),
           "matches the same");
}

// The API server sorts the terms as they are written, == before =: their order is not kept.
std::string sorted_terms(const field_selector& s) {
    std::vector<std::string> terms;
    for (const auto& r : s.requirements()) terms.push_back(r.path + (r.equals ? "=" : "!=") + r.value);
    std::sort(terms.begin(), terms.end());
    std::string out;
    for (const std::string& t : terms) out += t + '\n';
    return out;
}

template <class Parse>
void check_fields(const field_selector& s, Parse parse) {
    const std::string text = s.to_string();
    const auto again = parse(text);
    expect(again.has_value(), "what is printed can be read: " + text);
    expect_equal(sorted_terms(*again), sorted_terms(s), "and is the same");
    static_cast<void>(s.matches({"default", "web"}));
}

}  // namespace

void selectors(std::string_view input) {
    if (const auto s = selector::parse(input)) {
        check_labels(*s, selector::parse);
    } else {
        expect(s.error().code == errc::bad_data, "refused as bad data");
    }
    if (const auto s = field_selector::parse(input)) check_fields(*s, field_selector::parse);
    if (const auto s = apiserver::read_label_selector(input))
        check_labels(*s, apiserver::read_label_selector);
    if (const auto s = apiserver::read_field_selector(input))
        check_fields(*s, apiserver::read_field_selector);
}

}}}  // namespace setpoint::v0::fuzz
