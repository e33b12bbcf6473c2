// plugin/pkg/admission/runtimeclass.
#include "apiserver/admission/builtin_plugins.hpp"
#include "apiserver/objects/fields.hpp"
#include "setpoint/api/quantity.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr const char* other_overhead =
    "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead";

// An empty object if the pod names no class.
api_result<bj::object> runtime_class_of(const admission_request& q) {
    const bj::value* const name = value_at(object_of(q.object, "spec"), "runtimeClassName");
    if (name == nullptr) return bj::object();
    const record_ptr found =
        q.cluster.find("runtimeclasses.node.k8s.io", object_key::cluster(std::string(text_of(*name))));
    if (!found) return q.refuse(fmt::format("pod rejected: RuntimeClass \"{}\" not found", text_of(*name)));
    return found->parse();
}

bool same_amounts(const bj::object& a, const bj::object& b) {
    if (a.size() != b.size()) return false;
    return std::ranges::all_of(a, [&b](const auto& member) {
        const bj::value* const other = value_at(b, member.key());
        if (other == nullptr) return false;
        const auto x = quantity::parse(text_of(member.value())), y = quantity::parse(text_of(*other));
        return x && y && *x == *y;
    });
}

api_result<> set_overhead(admission_request& q, const bj::object& runtime) {
    const bj::object* const overhead = object_at(runtime, "overhead");
    if (overhead == nullptr) return {};
    bj::object& spec = make_object(q.object, "spec");
    const bj::object& fixed = object_of(*overhead, "podFixed");
    const bj::object& own = object_of(spec, "overhead");
    if (!own.empty() && !same_amounts(fixed, own)) return q.refuse(other_overhead);
    if (!fixed.empty()) spec["overhead"] = fixed;
    return {};
}

// isSuperset of pkg/util/tolerations: whether `a` tolerates all that `b` does.
bool tolerates_more(const bj::object& a, const bj::object& b) {
    if (a == b) return true;
    const std::string_view op = text_at(a, "operator"), effect = text_at(a, "effect");
    const bool any_key = text_at(a, "key").empty() && op == "Exists";
    if (text_at(a, "key") != text_at(b, "key") && !any_key) return false;
    if (!effect.empty() && effect != text_at(b, "effect")) return false;
    if (const auto most = number_at(a, "tolerationSeconds"); effect == "NoExecute" && most) {
        const auto other = number_at(b, "tolerationSeconds");
        if (!other || *other > *most) return false;
    }
    if (op == "Exists") return true;
    if (op != "Equal" && !op.empty()) return false;
    return text_at(b, "operator") == "Equal" && text_at(a, "value") == text_at(b, "value");
}

// MergeTolerations: without those that another one covers.
bj::array merged_tolerations(const bj::array& own, const bj::array& more) {
    std::vector<bj::object> all;
    for (const bj::array* list : {&own, &more})
        for_each_object(*list, [&](const bj::object& t, std::size_t) { all.push_back(t); });
    bj::array out;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const bool covered = std::ranges::any_of(
            out, [&](const bj::value& t) { return tolerates_more(t.get_object(), all[i]); });
        const bool covered_later =
            std::any_of(all.begin() + static_cast<std::ptrdiff_t>(i) + 1, all.end(),
                        [&](const bj::object& t) { return t != all[i] && tolerates_more(t, all[i]); });
        if (!covered && !covered_later) out.emplace_back(all[i]);
    }
    return out;
}

api_result<> set_scheduling(admission_request& q, const bj::object& runtime) {
    const bj::object* const scheduling = object_at(runtime, "scheduling");
    if (scheduling == nullptr) return {};
    bj::object& spec = make_object(q.object, "spec");
    bj::object selector = object_of(spec, "nodeSelector");
    for (const auto& [key, value] : object_of(*scheduling, "nodeSelector")) {
        if (const bj::value* own = value_at(selector, key); own != nullptr && *own != value)
            return q.refuse(
                fmt::format("conflict: runtimeClass.scheduling.nodeSelector[{0}] = {1}; "
                            "pod.spec.nodeSelector[{0}] = {2}",
                            std::string_view(key), text_of(value), text_of(*own)));
        selector[key] = value;
    }
    bj::array tolerations =
        merged_tolerations(list_of(spec, "tolerations"), list_of(*scheduling, "tolerations"));
    if (!selector.empty()) spec["nodeSelector"] = std::move(selector);
    if (!tolerations.empty()) spec["tolerations"] = std::move(tolerations);
    return {};
}

}  // namespace

api_result<> runtime_class_admit(admission_request& q) {
    if (!q.is_create_of("pods")) return {};
    const auto runtime = runtime_class_of(q);
    if (!runtime) return runtime.error();
    if (auto ok = set_overhead(q, *runtime); !ok) return ok.error();
    return set_scheduling(q, *runtime);
}

api_result<> runtime_class_validate(admission_request& q) {
    if (!q.is_create_of("pods")) return {};
    const auto runtime = runtime_class_of(q);
    if (!runtime) return runtime.error();
    const bj::object& own = object_of(object_of(q.object, "spec"), "overhead");
    if (const bj::object* const overhead = object_at(*runtime, "overhead")) {
        if (!same_amounts(object_of(*overhead, "podFixed"), own)) return q.refuse(other_overhead);
    } else if (!own.empty()) {
        return q.refuse("pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead");
    }
    return {};
}

}}}  // namespace setpoint::v0::apiserver
