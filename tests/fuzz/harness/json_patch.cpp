// RFC 6902 as the embedded server does it: document, %%, patch. And JSON pointers: every member of the
// document is found by the path that the client writes for it.
#include "setpoint/client/json_patch.hpp"

#include "apiserver/patch/patch.hpp"
#include "apiserver/patch/patch_target.hpp"
#include "harness.hpp"
#include "setpoint/json/decode.hpp"

#include <boost/json/serialize.hpp>

namespace setpoint { inline namespace v0 { namespace fuzz {

namespace {

using boost::json::object;
using boost::json::value;

void check_members(const object& document) {
    value holder(document);
    std::size_t cost = 0;
    for (const auto& member : document) {
        const std::string path = json_pointer({std::string_view(member.key())});
        auto target = apiserver::patching::patch_target::find(holder, path, cost);
        expect(target.has_value(), "a member has a place");
        const auto found = target->get();
        expect(found.valid && found.v && *found.v == member.value(), "and is found there");
    }
}

// test, replace by a copy, add beside, move there and back, remove: the document is as it was.
void check_steps(const object& document) {
    if (document.empty()) return;
    const std::string_view key = document.begin()->key();
    const std::string beside = std::string(key) + "~/x";
    if (document.contains(beside)) return;
    setpoint::json_patch p;
    p.test({key}, document.begin()->value()).copy({key}, {beside}).replace({key}, 1);
    p.remove({key}).move({beside}, {key}).test({key}, document.begin()->value());
    const auto after = apiserver::json_patch(document, p.steps());
    expect(after.has_value(), "the steps can be done");
    expect(*after == document, "and leave the document as it was");
}

}  // namespace

void json_patch(std::string_view input) {
    const parts<2> in(input);
    const auto document = json::decode<value>(in[0]), patch = json::decode<value>(in[1]);
    if (!document || !document->is_object()) return;
    check_members(document->get_object());
    check_steps(document->get_object());
    if (!patch) return;
    const auto after = apiserver::json_patch(document->get_object(), *patch);
    static_cast<void>(apiserver::json_patch_unknown_fields(*patch));
    if (!after) expect(after.error().code >= 400 && after.error().code < 500, "the client is at fault");
    if (after) expect(boost::json::serialize(*after).size() < (8U << 20), "copies are bounded");
}

}}}  // namespace setpoint::v0::fuzz
