#pragma once
// Requests and the responses of kube-apiserver 1.36.3.

#include "apiserver/admission/plugins.hpp"
#include "apiserver/kinds/gated_fields.hpp"
#include "apiserver/registry/registry.hpp"
#include "apiserver/schema/text_at.hpp"
#include "setpoint/api/time.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <fstream>
#include <sstream>

namespace setpoint { inline namespace v0 { namespace apiserver::test {

inline bj::array observed(const char* file) {
    const std::string path = std::string(SETPOINT_SOURCE_DIR "/tests/unit/apiserver/write/observed/") + file;
    std::ifstream in(path);
    BOOST_REQUIRE_MESSAGE(in, path);
    std::stringstream text;
    text << in.rdbuf();
    return bj::parse(text.str()).as_array();
}

inline bj::object parse(const char* text) {
    return bj::parse(text).as_object();
}

inline const registry& builtin() {
    static const registry all = [] {
        registry r;
        add_builtin_resources(r);
        return r;
    }();
    return all;
}

inline resource_ptr resource_of(const bj::object& o) {
    const auto gvk =
        group_version_kind::parse(o.at("apiVersion").as_string().c_str(), o.at("kind").as_string().c_str());
    return builtin().find_kind(gvk->group, gvk->version, gvk->kind);
}

inline wall_time some_time() {
    return timestamp::parse("2026-01-01T00:00:00Z")->to_wall_time();
}

// Every field that differs, one per line.
inline void differences(const bj::value& a, const bj::value& b, const std::string& path, std::string& out) {
    if (a == b) return;
    if (a.is_object() && b.is_object()) {
        for (const auto& [key, v] : a.get_object()) {
            const bj::value* other = b.get_object().if_contains(key);
            const std::string here = path + "." + std::string(key);
            if (other == nullptr) {
                out += here + ": only here: " + bj::serialize(v) + "\n";
            } else {
                differences(v, *other, here, out);
            }
        }
        for (const auto& [key, v] : b.get_object()) {
            if (!a.get_object().contains(key)) {
                out += path + "." + std::string(key) + ": missing: " + bj::serialize(v) + "\n";
            }
        }
        return;
    }
    if (a.is_array() && b.is_array() && a.get_array().size() == b.get_array().size()) {
        for (std::size_t i = 0; i < a.get_array().size(); ++i) {
            differences(a.get_array()[i], b.get_array()[i], path + "[" + std::to_string(i) + "]", out);
        }
        return;
    }
    out += path + ": " + bj::serialize(a) + " instead of " + bj::serialize(b) + "\n";
}

// The admission plugins in a cluster without other objects, without TaintNodesByCondition: objects were
// recorded so.
inline void admit_as_alone(const resource& r, bj::object& o, const bj::object* old = nullptr) {
    object_lookup nothing;
    nothing.find = [](std::string_view, const object_key&) { return record_ptr(); };
    nothing.list = [](std::string_view, const std::string&) { return std::vector<record_ptr>(); };
    const pod_security_config no_policy;
    const object_key key("default", std::string(text_at(o.at("metadata").as_object(), "name")));
    std::vector<std::string> warnings;
    admission_options options;
    options.disable = {"TaintNodesByCondition"};
    admission_request q{r,        old ? "update" : "create", "", key, o, old, nothing, no_policy,
                        warnings, *administrator()};
    (void)plugin_set::make(options)->admit(q);
}

// A create as object_writer does it, up to validation.
inline bj::object created(bj::object o, const resource& r, field_errors& errors) {
    kind_context c;
    c.now = some_time();
    bj::object& meta = o.at("metadata").as_object();
    if (r.namespaced && !meta.contains("namespace")) meta["namespace"] = "default";
    if (r.code->defaults != nullptr) r.code->defaults(o);
    o.at("metadata").as_object()["uid"] = "the-uid";
    admit_as_alone(r, o);
    drop_disabled_fields({}, r.storage, o, nullptr);
    if (r.code->prepare_create != nullptr) r.code->prepare_create(o, c);
    r.code->validate(o, c, errors);
    return o;
}

inline std::vector<std::string> texts(const field_errors& errors) {
    std::vector<std::string> out;
    for (const field_error& e : errors) out.push_back((e.path.empty() ? "" : e.path) + ": " + e.body());
    return out;
}

// Sorted: the real server iterates over maps in any order.
inline std::string joined(std::vector<std::string> lines) {
    std::sort(lines.begin(), lines.end());
    lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
    std::string out;
    for (const std::string& l : lines) out += l + "\n";
    return out;
}

inline std::string joined(const bj::value& list) {
    std::vector<std::string> lines;
    for (const bj::value& v : list.as_array()) lines.emplace_back(v.as_string().c_str());
    return joined(std::move(lines));
}

}}}  // namespace setpoint::v0::apiserver::test
