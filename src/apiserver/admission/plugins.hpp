#pragma once
// The table of kube-apiserver's admission plugins (pkg/kubeapiserver/options/plugins.go) in the order in
// which they run, and which of them are on.

#include "apiserver/admission/request.hpp"
#include "setpoint/apiserver/admission_options.hpp"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

using plugin_step = api_result<> (*)(admission_request&);

struct admission_plugin {
    enum class where : std::uint8_t {
        here,     // `admit` and `validate` are all that it does
        apart,    // a step of chain.cpp: it needs more than lookups (webhooks, quota, service accounts)
        nowhere,  // this server does not have it
    };
    std::string_view name;
    bool on_by_default;
    where is;
    plugin_step admit = nullptr, validate = nullptr, on_delete = nullptr;
};
std::span<const admission_plugin> all_admission_plugins();

// Which plugins are on. All of kube-apiserver's defaults, unless options say otherwise.
class plugin_set {
public:
    plugin_set();
    // Error: errc::bad_config in the words of kube-apiserver, for an unknown name or one in both lists. As
    // there, a plugin of both lists cannot be on.
    static result<plugin_set> make(const admission_options& o);

    bool is_on(std::string_view name) const;
    // Enabled by name, although this server does not have them.
    const std::vector<std::string_view>& missing() const { return missing_; }

    // Runs the plugins that are on, in order, until one refuses.
    api_result<> admit(admission_request& q) const { return run(q, &admission_plugin::admit); }
    api_result<> validate(admission_request& q) const { return run(q, &admission_plugin::validate); }
    api_result<> admit_delete(admission_request& q) const { return run(q, &admission_plugin::on_delete); }
    bool restricts_deletes() const { return restricts_deletes_; }  // whether admit_delete() does anything

private:
    api_result<> run(admission_request& q, plugin_step admission_plugin::* step) const;

    std::vector<const admission_plugin*> on_;
    std::vector<std::string_view> missing_;
    bool restricts_deletes_ = false;
};

}}}  // namespace setpoint::v0::apiserver
