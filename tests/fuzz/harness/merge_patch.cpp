// RFC 7386: from, %%, to. The patch that turns one into the other does; a null is the same as nothing.
#include "apiserver/patch/patch.hpp"
#include "harness.hpp"
#include "setpoint/json/decode.hpp"
#include "setpoint/json/schema.hpp"

#include <boost/json/serialize.hpp>

namespace setpoint { inline namespace v0 { namespace fuzz {

namespace {

using boost::json::value;

value without_nulls(const value& v) {
    if (!v.is_object()) return v;
    boost::json::object out;
    for (const auto& [key, member] : v.get_object())
        if (!member.is_null()) out.emplace(key, without_nulls(member));
    return out;
}

}  // namespace

void merge_patch(std::string_view input) {
    const parts<2> in(input);
    const auto from = json::decode<value>(in[0]), to = json::decode<value>(in[1]);
    if (!from || !to) return;
    const value patch = json::merge_patch(*from, *to);
    value changed = *from;
    json::apply_merge_patch(changed, patch);
    expect(without_nulls(changed) == without_nulls(*to), "the patch makes one of the other");
    const value nothing = json::merge_patch(*to, *to);
    if (to->is_object()) expect(nothing.get_object().empty(), "equal objects need no change");

    value target = *from;
    json::apply_merge_patch(target, *to);
    value twice = target;
    json::apply_merge_patch(twice, *to);
    expect(target == twice, "a patch that was applied changes nothing");
    if (from->is_object() && to->is_object())
        static_cast<void>(
            boost::json::serialize(apiserver::merge_patch(from->get_object(), to->get_object())));
}

}}}  // namespace setpoint::v0::fuzz
