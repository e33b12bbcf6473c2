// The admission plugin PodResizeValidator (plugin/pkg/admission/podresize).
#include "apiserver/admission/chain.hpp"
#include "apiserver/go/text.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/resource_amounts.hpp"

#include <fmt/format.h>

#include <string>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

// Why the node has too little; "" if it has enough.
std::string shortage(const bj::object& pod, const bj::object& node) {
    const amounts wanted = pod_amounts(object_of(pod, "spec"), "requests"),
                  has = amounts_in(object_of(node, {"status", "allocatable"}));
    std::string why;
    const auto compare = [&](const char* name, bool in_thousandths) {
        const auto w = wanted.find(std::string_view(name));
        const auto h = has.find(std::string_view(name));
        const quantity allocatable = h == has.end() ? quantity(0) : h->second;
        if (w == wanted.end() || w->second <= allocatable) return;
        const auto shown = [&](const quantity& q) { return in_thousandths ? q.milli_value() : q.value(); };
        why += fmt::format("{}{}, requested: {}, allocatable: {}", why.empty() ? "" : "; ", name,
                           shown(w->second), shown(allocatable));
    };
    compare("cpu", true);
    compare("memory", false);
    return why.empty() ? why : "node didn't have enough allocatable resources: " + why;
}

api_error with_cause(api_error e, const char* reason) {
    e.details["causes"] = bj::array{bj::object{{"reason", reason}}};
    return e;
}

}  // namespace

api_result<> check_resize(server_state& w, const admission_settings& s, pending_write& p) {
    if (!s.plugins.is_on("PodResizeValidator")) return {};
    if (p.kind.storage != "pods" || p.subresource != "resize" || !p.object || !p.old) return {};
    const std::string name(text_at(object_of(*p.object, "spec"), "nodeName"));
    if (name.empty() || object_of(*p.object, "spec") == object_of(*p.old, "spec")) return {};
    const record_ptr found = w.store.find("nodes", object_key::cluster(name));
    const auto refused = [&](std::string why) {
        return forbidden_error({"", "pods"}, p.key.name, std::move(why));
    };
    if (!found) return refused(fmt::format("node {} not found", go_text::quoted(name)));
    const bj::object node = found->parse();
    const std::string_view os = text_at(object_of(node, {"metadata", "labels"}), "kubernetes.io/os");
    if (!os.empty() && os != "linux")
        return with_cause(refused(fmt::format("pod resize is only supported on linux nodes, node {} is {}",
                                              go_text::quoted(name), go_text::quoted(os))),
                          "UnsupportedPlatform");
    if (std::string why = shortage(*p.object, node); !why.empty())
        return with_cause(refused(std::move(why)), "NodeCapacity");
    return {};
}

}}}  // namespace setpoint::v0::apiserver
