// The webhooks of an OLM bundle, as OLM installs them.

#include "cli/explore_init/operator_source.hpp"
#include "cli/json_members.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace cli::draft {

namespace {

constexpr int usual_container_port = 443;

int number_in(const bj::object& o, std::string_view key) {
    const bj::value* const v = o.if_contains(chars(key));
    return v && v->is_int64() ? static_cast<int>(v->get_int64()) : 0;
}

// As OLM names the Service that it makes.
bj::object client_config_of(const bj::object& definition) {
    std::string name(text_in(definition, "deploymentName"));
    std::replace(name.begin(), name.end(), '.', '-');
    bj::object service{{"namespace", "default"}, {"name", name + "-service"}};
    if (const std::string_view path = text_in(definition, "webhookPath"); !path.empty())
        service["path"] = chars(path);
    return {{"service", std::move(service)}};
}

bj::object configuration_of(const bj::object& definition, bool is_mutating) {
    bj::object hook{{"name", chars(text_in(definition, "generateName"))},
                    {"clientConfig", client_config_of(definition)}};
    for (const char* key : {"admissionReviewVersions", "failurePolicy", "matchPolicy", "objectSelector",
                            "rules", "sideEffects", "timeoutSeconds"})
        if (const bj::value* const v = definition.if_contains(key)) hook[key] = *v;
    const bj::value* const again = definition.if_contains("reinvocationPolicy");
    if (is_mutating && again) hook["reinvocationPolicy"] = *again;
    return {{"apiVersion", "admissionregistration.k8s.io/v1"},
            {"kind", is_mutating ? "MutatingWebhookConfiguration" : "ValidatingWebhookConfiguration"},
            {"metadata", bj::object{{"name", chars(text_in(definition, "generateName"))}}},
            {"webhooks", bj::array{std::move(hook)}}};
}

// Whether the definition is one of these.
bool convert(bj::object& crd, const bj::object& definition, const bj::array& names) {
    const bj::object* const meta = object_in(crd, "metadata");
    const std::string name(meta ? text_in(*meta, "name") : "");
    const bool is_named = std::any_of(names.begin(), names.end(), [&](const bj::value& v) {
        return v.is_string() && view(v.get_string()) == name;
    });
    bj::value* const spec = is_named ? crd.if_contains("spec") : nullptr;
    if (!spec || !spec->is_object()) return false;
    const bj::value* const versions = definition.if_contains("admissionReviewVersions");
    spec->get_object()["conversion"] = bj::object{
        {"strategy", "Webhook"},
        {"webhook",
         bj::object{{"clientConfig", client_config_of(definition)},
                    {"conversionReviewVersions", versions ? *versions : bj::value(bj::array{"v1"})}}}};
    return true;
}

// Definitions that are changed are in no file.
bool note_conversion(operator_source& to, const bj::object& definition) {
    const bj::array* const names = array_in(definition, "conversionCRDs");
    if (!names) return false;
    bool is_any = false;
    for (bj::object& crd : to.definitions) is_any |= convert(crd, definition, *names);
    if (!is_any) return false;
    to.rendered = to.definitions;
    to.crds.clear();
    return true;
}

void note_port(operator_source& to, const bj::object& definition) {
    int port = number_in(definition, "targetPort");
    if (port == 0) port = number_in(definition, "containerPort");
    if (port == 0) port = usual_container_port;
    if (to.webhook_port != 0 && to.webhook_port != port)
        to.unknown.push_back(
            fmt::format("its webhooks have several ports; the story has only {}.", to.webhook_port));
    if (to.webhook_port == 0) to.webhook_port = port;
}

// A port of the container that the command would choose is that of the webhooks.
void name_webhook_port(std::vector<std::string>& command) {
    constexpr std::string_view any = "{port}";
    for (std::string& word : command)
        if (word.starts_with("--webhook") && word.ends_with(any))
            word.replace(word.size() - any.size(), any.size(), "{webhook-port}");
}

}  // namespace

void note_webhook_definitions(operator_source& to, const bj::array& all) {
    std::size_t installed = 0;
    for (const bj::value& v : all) {
        const bj::object* const one = v.if_object();
        const std::string_view type = one ? text_in(*one, "type") : "";
        const bool is_mutating = type == "MutatingAdmissionWebhook";
        const bool is_admission = (is_mutating || type == "ValidatingAdmissionWebhook") &&
                                  !text_in(*one, "generateName").empty() && array_in(*one, "rules");
        if (is_admission) to.hooks.push_back(configuration_of(*one, is_mutating));
        const bool is_conversion = type == "ConversionWebhook" && note_conversion(to, *one);
        if (!is_admission && !is_conversion) continue;
        ++installed;
        note_port(to, *one);
    }
    if (installed < all.size())
        to.unknown.emplace_back(
            "it serves webhooks, which the story does not install; it may need a flag or a variable that "
            "turns them "
            "off.");
    to.has_webhooks = installed != 0;
    if (to.has_webhooks) name_webhook_port(to.command);
}

}}}  // namespace setpoint::v0::cli::draft
