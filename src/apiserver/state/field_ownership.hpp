#pragma once
// Who owns which fields: what patch/managed_fields.hpp needs to know about a kind.

#include "apiserver/patch/managed_fields.hpp"
#include "apiserver/request/options.hpp"
#include "apiserver/state/converter.hpp"
#include "apiserver/state/server_state.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

// The object that Go makes of no fields.
bj::object zero_value_of(const resource& r);
// `blank`: zero_value_of(r). `known`: for conversions by a webhook. All of them must outlive the result.
versioned_type versioned_type_of(const server_state& w, const resource& r, std::string_view subresource,
                                 const bj::object& blank, conversion_memo& known);
field_manager field_manager_of(const server_state& w, const resource& r, std::string_view subresource,
                               const write_options& o);

}}}  // namespace setpoint::v0::apiserver
