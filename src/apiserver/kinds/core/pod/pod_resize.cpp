#include "apiserver/kinds/core/pod/pod_resize.hpp"

#include "apiserver/kinds/core/pod/mirror_pod.hpp"
#include "apiserver/kinds/shared/field_errors.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/quality_of_service.hpp"

#include <algorithm>
#include <string>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr const char* resizable_lists[] = {"containers", "initContainers"};

bool same_containers(const bj::array& now, const bj::array& old) {
    return std::ranges::equal(now, old, [](const bj::value& a, const bj::value& b) {
        return a.is_object() && b.is_object() && same_field(a.get_object(), b.get_object(), "name");
    });
}

bj::array resized(const bj::array& now, const bj::array& old) {
    bj::array out = old;
    for_each_object(out, [&](bj::object& c, std::size_t i) {
        for (const char* key : {"resources", "resizePolicy"}) copy_field(c, now[i].get_object(), key);
    });
    return out;
}

// The amounts with those of cpu and memory replaced by the old ones.
bj::object without_resize(const bj::object& now, const bj::object& old) {
    bj::object out = now;
    for (const char* key : {"cpu", "memory"}) copy_field(out, old, key);
    return out;
}

// An unset field is equal to an empty one.
bj::object amounts_of(const bj::object& requests, const bj::object& limits) {
    bj::object out;
    if (!requests.empty()) out["requests"] = requests;
    if (!limits.empty()) out["limits"] = limits;
    return out;
}

bj::object resources_of(const bj::object& container) {
    bj::object out = object_of(container, "resources");
    for (const char* key : {"requests", "limits"})
        if (object_of(out, key).empty()) out.erase(key);
    if (list_of(out, "claims").empty()) out.erase("claims");
    return out;
}

bool changes_only_amounts(const bj::object& now, const bj::object& old) {
    const bj::object &is = object_of(now, "resources"), &was = object_of(old, "resources");
    bj::object a = now, b = old;
    a["resources"] = amounts_of(without_resize(object_of(is, "requests"), object_of(was, "requests")),
                                without_resize(object_of(is, "limits"), object_of(was, "limits")));
    b["resources"] = resources_of(old);
    return a == b;
}

bool removes_amounts(const bj::object& now, const bj::object& old) {
    return old.size() > now.size() ||
           std::ranges::any_of(old, [&](const auto& amount) { return !now.contains(amount.key()); });
}

void validate_kept(const bj::object& now, const bj::object& old, const std::string& path, const char* noun,
                   field_errors& to) {
    for (const char* list : {"requests", "limits"})
        if (removes_amounts(object_of(now, list), object_of(old, list)))
            forbidden(to, child(path, list), std::string(noun) + list + " cannot be removed");
}

bool validate_order(const bj::object& spec, const bj::object& old, field_errors& to) {
    bool same_order = true;
    for (const char* list : resizable_lists) {
        const bj::array &now = list_of(spec, list), &before = list_of(old, list);
        if (now.size() != before.size()) {
            forbidden(to, child("spec", list), std::string(list) + " may not be added or removed on resize");
            same_order = false;
            continue;
        }
        for_each_object(now, [&](const bj::object& c, std::size_t i) {
            if (same_field(c, before[i].get_object(), "name")) return;
            forbidden(to, indexed(child("spec", list), i) + ".name",
                      std::string(list) + " may not be renamed or reordered on resize");
            same_order = false;
        });
    }
    return same_order;
}

// A node reports the resources of running containers if it can resize them.
bool node_can_resize(const bj::object& pod) {
    for (const bj::value& v : list_of(object_of(pod, "status"), "containerStatuses")) {
        if (!v.is_object() || !value_at(object_of(v.get_object(), "state"), "running")) continue;
        return value_at(v.get_object(), "resources") != nullptr;
    }
    return true;
}

void validate_pod_level(const bj::object& spec, const bj::object& old, field_errors& to) {
    const bj::object &now = object_of(spec, "resources"), &before = object_of(old, "resources");
    if (!value_at(old, "resources") && !value_at(spec, "resources")) return;
    if (value_at(old, "resources") && !value_at(spec, "resources"))
        return forbidden(to, "spec.resources", "pod-level resources cannot be removed");
    validate_kept(now, before, "spec.resources", "pod-level resource ", to);
    if (amounts_of(without_resize(object_of(now, "requests"), object_of(before, "requests")),
                   without_resize(object_of(now, "limits"), object_of(before, "limits"))) !=
        resources_of(old))
        forbidden(to, "spec", "only cpu and memory resources are mutable at pod-level");
}

void validate_init_container(const bj::object& now, const bj::object& old, std::size_t i, field_errors& to) {
    const std::string path = indexed("spec.initContainers", i);
    if (!changes_only_amounts(now, old))
        forbidden(to, path, "only cpu and memory resources for init or sidecar containers are mutable");
    if (now == old || text_at(now, "restartPolicy") == "Always") return;
    for (const bj::value& p : list_of(now, "resizePolicy"))
        if (p.is_object() && text_at(p.get_object(), "restartPolicy") == "RestartContainer")
            forbidden(
                to, path,
                "non-sidecar init containers with a resize policy of RestartContainer cannot be resized");
}

}  // namespace

void prepare_pod_resize(bj::object& pod, const bj::object& old) {
    const bj::object wanted = object_of(pod, "spec");
    const bj::object& before = object_of(old, "spec");
    for (const char* list : resizable_lists)
        if (list_of(wanted, list).size() != list_of(before, list).size()) return;
    copy_field(pod, old, "spec");
    bj::object& spec = make_object(pod, "spec");
    // A client that does not know them does not remove them.
    if (value_at(wanted, "resources") != nullptr) copy_field(spec, wanted, "resources");
    for (const char* list : resizable_lists) {
        const bj::array &now = list_of(wanted, list), &was = list_of(before, list);
        if (!now.empty()) spec[list] = same_containers(now, was) ? resized(now, was) : now;
    }
}

void validate_pod_resize(const bj::object& pod, const bj::object& old_pod, field_errors& to) {
    const bj::object &spec = object_of(pod, "spec"), &old = object_of(old_pod, "spec");
    if (is_mirror_pod(old_pod)) return refuse_pod_change("static pods cannot be resized", to);
    if (text_at(object_of(old, "os"), "name") == "windows")
        return refuse_pod_change("windows pods cannot be resized", to);
    const std::string_view qos = text_at(object_of(old_pod, "status"), "qosClass");
    if ((qos.empty() ? quality_of_service(old) : qos) != quality_of_service(spec))
        invalid(to, "spec", bj::value(text_at(object_of(pod, "status"), "qosClass")),
                "Pod QOS Class may not change as a result of resizing");
    if (!node_can_resize(old_pod)) forbidden(to, "spec", "Pod running on node without support for resize");
    validate_pod_level(spec, old, to);
    if (!validate_order(spec, old, to)) return;
    for (const char* list : {"initContainers", "containers"})
        for_each_object(list_of(spec, list), [&](const bj::object& c, std::size_t i) {
            validate_kept(object_of(c, "resources"),
                          object_of(list_of(old, list)[i].get_object(), "resources"),
                          indexed(child("spec", list), i) + ".resources", "resource ", to);
        });
    for_each_object(list_of(spec, "containers"), [&](const bj::object& c, std::size_t i) {
        if (!changes_only_amounts(c, list_of(old, "containers")[i].get_object()))
            forbidden(to, "spec", "only cpu and memory resources are mutable");
    });
    for_each_object(list_of(spec, "initContainers"), [&](const bj::object& c, std::size_t i) {
        validate_init_container(c, list_of(old, "initContainers")[i].get_object(), i, to);
    });
}

}}}  // namespace setpoint::v0::apiserver
