// Strategic merge patch of the embedded server on Deployments and Pods: document, %%, patch. Ends, and
// refuses as the real server does.
#include "apiserver/patch/patch.hpp"
#include "apiserver/schema/builtin_schemas.hpp"
#include "harness.hpp"
#include "setpoint/json/decode.hpp"

#include <boost/json/serialize.hpp>

namespace setpoint { inline namespace v0 { namespace fuzz {

void strategic_merge_patch(std::string_view input) {
    static const apiserver::builtin_schemas schemas;
    const parts<2> in(input);
    const auto document = json::decode<boost::json::value>(in[0]),
               patch = json::decode<boost::json::value>(in[1]);
    if (!document || !document->is_object() || !patch || !patch->is_object()) return;
    for (const auto* schema : {schemas.find("apps", "v1", "Deployment"), schemas.find("", "v1", "Pod")}) {
        expect(schema != nullptr, "the schema is there");
        const auto after =
            apiserver::strategic_merge_patch(document->get_object(), patch->get_object(), *schema);
        if (!after)
            expect(after.error().code == 400 || after.error().code == 500, "refused as the real server does");
        if (after) static_cast<void>(boost::json::serialize(*after));
    }
}

}}}  // namespace setpoint::v0::fuzz
