#pragma once
// A kind for tests of the cache, and a view of it.

#include "setpoint/api/custom_resource.hpp"
#include "setpoint/client/client.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 {

struct gadget_spec {
    interned_string node;
    std::int32_t size = 0;

    static constexpr auto describe() {
        using namespace schema;
        using self = gadget_spec;
        return object("", field(&self::node, "node", ""), field(&self::size, "size", ""));
    }
};

struct gadget : custom_resource<gadget_spec> {
    static constexpr auto kind() { return custom_kind("example.com", "v1", "Gadget", "A thing."); }
};

struct gadget_names {
    basic_meta metadata;

    static constexpr auto kind() { return partial<gadget>(); }
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&gadget_names::metadata, "metadata", ""));
    }
};

struct made_gadget {
    std::string ns = "default", name, uid, version, node = "n1";
    int size = 0;
    std::string app;  // a label
    bool deleting = false;
    std::string owner{};  // UID of its controller

    std::string json() const {
        return fmt::format(
            R"({{"apiVersion":"example.com/v1","kind":"Gadget","metadata":{{"name":"{}","namespace":"{}","uid":"{}",)"
            R"("resourceVersion":"{}"{}{}{}}},"spec":{{"node":"{}","size":{}}}}})",
            name, ns, uid.empty() ? "uid-" + name : uid, version,
            app.empty() ? "" : fmt::format(R"(,"labels":{{"app":"{}"}})", app),
            deleting ? R"(,"deletionTimestamp":"2026-01-01T00:00:00Z")" : "",
            owner.empty()
                ? ""
                : fmt::format(R"(,"ownerReferences":[{{"apiVersion":"v1","kind":"Box","name":"b","uid":"{}",)"
                              R"("controller":true}}])",
                              owner),
            node, size);
    }
    template <class T = gadget>
    object_ptr object() const {
        auto o = std::make_shared<T>();
        o->metadata.ns = ns;
        o->metadata.name = name;
        o->metadata.uid = uid.empty() ? "uid-" + name : uid;
        o->metadata.resource_version = version;
        if constexpr (std::is_same_v<T, gadget>) {
            o->spec.node = node;
            o->spec.size = size;
            if (!app.empty()) o->metadata.labels.emplace("app", app);
            if (deleting) o->metadata.deletion_timestamp = timestamp::parse("2026-01-01T00:00:00Z").value();
        }
        return o;
    }
};

inline made_gadget thing(std::string name, std::string version, int size = 0) {
    made_gadget g;
    g.name = std::move(name);
    g.version = std::move(version);
    g.size = size;
    return g;
}

inline const gadget& as_gadget(const object_ptr& o) {
    return *static_cast<const gadget*>(o.get());
}
// "default/a@7".
template <class T = gadget>
std::string label_of(const object_ptr& o) {
    if (!o) return "none";
    const auto& m = static_cast<const T*>(o.get())->metadata;
    return fmt::format("{}/{}@{}", m.ns, m.name, m.resource_version);
}
template <class T = gadget>
std::string labels_of_all(const std::vector<object_ptr>& all) {
    std::string s;
    for (const object_ptr& o : all) s += (s.empty() ? "" : " ") + label_of<T>(o);
    return s;
}

}}  // namespace setpoint::v0
