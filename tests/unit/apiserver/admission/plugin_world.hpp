#pragma once
// Admission plugins in a cluster of a few objects, with users that have a few rights.

#include "apiserver/admission/plugins.hpp"
#include "apiserver/authorization/requester.hpp"
#include "apiserver/go/json_text.hpp"
#include "apiserver/kinds/feature_gates.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/registry/registry.hpp"

#include <boost/json/parse.hpp>

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver::test {

// Allows what is in the list: "VERB GROUP/RESOURCE:SUBRESOURCE NAMESPACE NAME".
class listed_rights : public authorization::authorizer {
public:
    authorization::decision authorize(const authorization::attributes& of) const override {
        const std::string asked = of.verb + " " + of.group + "/" + of.resource + ":" + of.subresource + " " +
                                  of.namespace_name + " " + of.name;
        questions.push_back(asked);
        return allowed.contains(asked) ? authorization::decision::allow()
                                       : authorization::decision::no_opinion("no");
    }
    std::set<std::string> allowed;
    mutable std::vector<std::string> questions;
};

struct plugin_write {
    std::string verb, version, resource, subresource, ns, name, object, old;
};

struct plugin_world {
    plugin_world() { add_builtin_resources(kinds); }

    void add(const std::string& storage, const std::string& text) {
        const bj::object object = bj::parse(text).as_object();
        const bj::object& meta = object_of(object, "metadata");
        auto stored = std::make_shared<record>();
        stored->key = {std::string(text_at(meta, "namespace")), std::string(text_at(meta, "name"))};
        stored->uid = text_at(meta, "uid");
        stored->json = text;
        objects[{storage, stored->key}] = stored;
    }

    // What the plugin says to a write of that user: "CODE MESSAGE", without the beginning of a refusal; ""
    // if it is admitted.
    std::string answer(std::string_view plugin, plugin_step admission_plugin::* step, const user_ptr& user,
                       const plugin_write& w) {
        const auto [group, version] = split(w.version);
        const resource_ptr kind = kinds.find(group, version, w.resource);
        bj::object object = w.object.empty() ? bj::object() : bj::parse(w.object).as_object();
        const bj::object old = w.old.empty() ? bj::object() : bj::parse(w.old).as_object();
        object_lookup cluster;
        cluster.find = [this](std::string_view storage, const object_key& key) -> record_ptr {
            const auto found = objects.find({std::string(storage), key});
            return found == objects.end() ? nullptr : found->second;
        };
        cluster.list = [](std::string_view, const std::string&) { return std::vector<record_ptr>(); };
        const pod_security_config none;
        std::vector<std::string> warnings;
        authorization::attributes asked{.user = user, .verb = w.verb};
        const requester by(asked, rights, nullptr);
        const object_key key{w.ns, w.name};
        admission_request q{*kind,
                            w.verb,
                            w.subresource,
                            key,
                            object,
                            w.old.empty() ? nullptr : &old,
                            cluster,
                            none,
                            warnings,
                            *user,
                            open ? nullptr : &by,
                            &kinds,
                            &features};
        std::string out = "no such plugin";
        for (const admission_plugin& p : all_admission_plugins())
            if (p.name == plugin) out = text_of_answer((p.*step)(q));
        written = std::move(object);
        return out;
    }

    registry kinds;
    feature_gates features;
    listed_rights rights;
    bool open = false;   // access control is off
    bj::object written;  // what the plugin left of the object
    std::map<std::pair<std::string, object_key>, record_ptr> objects;

private:
    static std::pair<std::string, std::string> split(const std::string& api_version) {
        const std::size_t slash = api_version.find('/');
        if (slash == std::string::npos) return {"", api_version};
        return {api_version.substr(0, slash), api_version.substr(slash + 1)};
    }
    static std::string text_of_answer(const api_result<>& r) {
        if (r) return {};
        std::string text = r.error().message;
        constexpr std::string_view begins = "is forbidden: ";
        if (const std::size_t at = text.find(begins); at != std::string::npos)
            text.erase(0, at + begins.size());
        return std::to_string(r.error().code) + " " + text;
    }
};

inline user_ptr user_named(std::string name, std::vector<std::string> groups = {}) {
    return std::make_shared<const user_info>(user_info{.name = std::move(name), .groups = std::move(groups)});
}
inline user_ptr kubelet_of(const std::string& node) {
    return user_named("system:node:" + node, {"system:nodes"});
}

}}}  // namespace setpoint::v0::apiserver::test
