// TokenRequests, a subresource of ServiceAccounts. They are not stored.

#include "apiserver/kinds/kinds.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

void default_token_request(bj::object& request) {
    constexpr std::int64_t hour = 3600;
    bj::object& spec = make_object(request, "spec");
    if (const bj::value* life = value_at(spec, "expirationSeconds"); life == nullptr || life->is_null())
        spec["expirationSeconds"] = hour;
    apply_go_encoding(request);
}

}  // namespace

constinit const kind_code token_request_kind{.defaults = default_token_request, .has_generation = false};

}}}  // namespace setpoint::v0::apiserver
