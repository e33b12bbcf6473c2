#pragma once
// Webhooks for objects that are sent, but not stored: reviews, and the forms of subresources such as
// Binding, Eviction, Scale and TokenRequest.

#include "apiserver/admission/webhook_admission.hpp"
#include "apiserver/request/options.hpp"
#include "apiserver/request/request_info.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

class form_admission {
public:
    // Everything must outlive it. `key`: the object that the path names.
    form_admission(server_state& w, const resource& kind, std::string subresource, const resource& form,
                   const object_key& key, const write_options& o, std::vector<std::string>& warnings,
                   time_point due)
        : state_(w),
          kind_(kind),
          subresource_(std::move(subresource)),
          form_(form),
          key_(key),
          options_(o),
          warnings_(warnings),
          due_(due) {}

    // `old`: null for a create.
    awaitable<api_result<>> mutate(bj::object& form, const bj::object* old = nullptr);
    awaitable<api_result<>> validate(bj::object& form);

private:
    void name_namespace(bj::object& form) const;
    admission_attributes seen(bj::object& form, const bj::object* old) const;

    server_state& state_;
    const resource& kind_;
    std::string subresource_;
    const resource& form_;
    const object_key& key_;
    const write_options& options_;
    std::vector<std::string>& warnings_;
    time_point due_;
};

// A connection to a pod, a service or a node: webhooks get its options as an object.
awaitable<api_result<>> admit_connect(server_state& w, const resource& kind, const request_info& q,
                                      const requester* by, std::vector<std::string>& warnings,
                                      time_point due);

}}}  // namespace setpoint::v0::apiserver
