// An object of no known kind, and a path into it: document, %%, path. Read as Boost.JSON reads it; what set()
// puts somewhere, get() finds there, and erase() takes away.
#include "setpoint/api/dynamic_object.hpp"

#include "decoded.hpp"

#include <boost/json/parse.hpp>

#include <cmath>

namespace setpoint { inline namespace v0 { namespace fuzz {

namespace {

// Boost.JSON's tree rounds long numbers differently in the last digit; ours is the nearest there is. It gives
// few digits of what is next to 0, infinity for what is next to the largest, and 0e400 as nothing, 0 times
// infinity.
bool alike_numbers(double a, double reference) {
    constexpr double largest = 1e300, next_to_none = 1e-300;
    if (std::isnan(reference)) return a == 0;
    if (std::abs(a) > largest)
        return std::abs(reference) > largest && std::signbit(a) == std::signbit(reference);
    return std::abs(a - reference) <= std::max(1e-14 * std::abs(a), next_to_none);
}

bool alike(const boost::json::value& a, const boost::json::value& b) {
    if (a.is_double() && b.is_double()) return alike_numbers(a.get_double(), b.get_double());
    if (a.is_array() && b.is_array())
        return std::equal(a.get_array().begin(), a.get_array().end(), b.get_array().begin(),
                          b.get_array().end(), alike);
    if (!a.is_object() || !b.is_object()) return a == b;
    return a.get_object().size() == b.get_object().size() &&
           std::all_of(a.get_object().begin(), a.get_object().end(), [&](const auto& member) {
               const boost::json::value* const other = b.get_object().if_contains(member.key());
               return other && alike(member.value(), *other);
           });
}

// Whether Boost.JSON reads a number as infinity: most such are no double, which we refuse.
bool has_infinity(const boost::json::value& v) {
    if (v.is_double()) return std::isinf(v.get_double());
    if (const auto* list = v.if_array()) return std::ranges::any_of(*list, has_infinity);
    if (const auto* map = v.if_object())
        return std::ranges::any_of(*map, [](const auto& member) { return has_infinity(member.value()); });
    return false;
}

void check_against_tree(std::string_view document, const result<boost::json::value>& ours) {
    boost::json::parse_options options;
    options.max_depth = json::decode_options{}.max_depth;
    boost::system::error_code ec;
    const boost::json::value tree = boost::json::parse({document.data(), document.size()}, ec, {}, options);
    if (ec || !has_infinity(tree)) expect(ours.has_value() == !ec, "read where Boost.JSON reads it");
    if (ours) expect(alike(*ours, tree), "the same tree");
}

void check_path(setpoint::dynamic_object object, const std::string& path) {
    const setpoint::dynamic_object before = object;
    const boost::json::value v = {{"a", 1}};
    const auto set = object.set(path, v);
    if (!set) {
        expect(object == before, "a refused path changes nothing");
        return;
    }
    const boost::json::value* const found = object.get(path);
    expect(found && *found == v, "what was set is found");
    expect(object.erase(path), "and can be erased");
}

}  // namespace

void dynamic_object(std::string_view input) {
    const parts<2> in(input);
    const auto tree = json::decode<boost::json::value>(in[0]);
    check_against_tree(in[0], tree);
    check_decoding<boost::json::value>(in[0]);
    if (!tree || !tree->is_object()) return;
    const setpoint::dynamic_object object(tree->get_object());
    const object_meta meta = object.meta();
    expect(json::same(meta, object.meta()), "metadata is read the same twice");
    static_cast<void>(object.gvk().to_string());
    setpoint::dynamic_object changed = object;
    changed.set_meta(meta);
    expect(json::same(changed.meta(), meta), "metadata that was set is read");
    check_path(object, std::string(in[1]));
}

}}}  // namespace setpoint::v0::fuzz
