// What the audit log says about calls of webhooks (apiserver,
// admission/plugin/webhook/mutating/dispatcher.go).
#include "apiserver/admission/webhook_admission.hpp"
#include "apiserver/audit/notes.hpp"
#include "apiserver/go/json_text.hpp"
#include "apiserver/objects/fields.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

bj::object names_of(const admission_webhook& hook) {
    return {{"configuration", hook.configuration}, {"webhook", hook.name}};
}

}  // namespace

std::string webhook_notes::key(std::string_view prefix) const {
    return fmt::format("{}.admission.k8s.io/round_{}_index_{}", prefix, round, index);
}

void webhook_notes::failed_open(const admission_webhook& hook) const {
    if (!audit::is_recorded(by)) return;
    audit::annotate_admission(by, key(fmt::format("failed-open.{}.webhook", phase)), hook.name);
}

void webhook_notes::mutated(const admission_webhook& hook, bool changed) const {
    if (!audit::is_recorded(by)) return;
    bj::object value = names_of(hook);
    value["mutated"] = changed;
    audit::annotate_admission(by, key("mutation.webhook"), json_text::serialize(value));
}

void webhook_notes::patched(const admission_webhook& hook, const bj::array& patch) const {
    if (!audit::is_recorded(by, audit::level::request)) return;
    bj::object value = names_of(hook);
    value["patch"] = patch;
    value["patchType"] = "JSONPatch";
    audit::annotate_admission(by, key("patch.webhook"), json_text::serialize(value), audit::level::request);
}

void webhook_notes::answered(const admission_webhook& hook, const admission_verdict& v) const {
    if (!audit::is_recorded(by)) return;
    for (const auto& [name, value] : v.audit_annotations)
        audit::annotate_admission(by, fmt::format("{}/{}", hook.name, std::string_view(name)),
                                  text_of(value));
}

}}}  // namespace setpoint::v0::apiserver
