// Quantities, times, durations, numbers or strings, group-version-kinds: printed and read they are the same.
#include "decoded.hpp"
#include "setpoint/api/gvk.hpp"
#include "setpoint/api/int_or_string.hpp"
#include "setpoint/api/quantity.hpp"
#include "setpoint/api/time.hpp"

namespace setpoint { inline namespace v0 { namespace fuzz {

namespace {

void check_quantity(std::string_view input) {
    const auto q = quantity::parse(input);
    if (!q) return;
    expect_equal(q->to_string(), input, "a quantity keeps its text");
    expect(*q == *q && !(*q < *q), "and is equal to itself");
    // Both are rounded away from zero and end at the largest number.
    const std::int64_t whole = q->value(), milli = q->milli_value();
    expect((whole > 0) == (milli > 0) && (whole < 0) == (milli < 0), "its sign is the same in thousandths");
    expect(*q <= quantity(whole) || whole < 0 || whole == std::numeric_limits<std::int64_t>::max(),
           "it is rounded away from zero");
}

template <class Time>
void check_time(std::string_view input) {
    const auto t = Time::parse(input);
    if (!t || !t->is_set()) return;
    const auto again = Time::parse(t->to_string());
    expect(again.has_value() && *again == *t, "a time is printed and read: " + t->to_string());
}

void check_duration(std::string_view input) {
    const auto d = go_duration::parse(input);
    if (!d) return;
    const auto again = go_duration::parse(d->to_string());
    expect(again.has_value() && *again == *d, "a duration is printed and read: " + d->to_string());
}

}  // namespace

void scalars(std::string_view input) {
    check_quantity(input);
    check_time<timestamp>(input);
    check_time<micro_timestamp>(input);
    check_duration(input);
    const int_or_string text(input);
    for (const std::int32_t total : {0, 1, 7, std::numeric_limits<std::int32_t>::max()})
        for (const bool up : {false, true}) static_cast<void>(text.scaled(total, up));
    if (const auto r = group_version_resource::parse(input))
        expect_equal(r->to_string(), input, "a resource");
    const parts<2> in(input);
    if (const auto k = group_version_kind::parse(in[0], in[1]))
        expect_equal(k->api_version(), in[0], "a version");
    check_decoding<quantity>(input);
    check_decoding<int_or_string>(input);
    check_decoding<timestamp>(input);
}

}}}  // namespace setpoint::v0::fuzz
