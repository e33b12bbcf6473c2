#pragma once
// Validating and mutating webhook configurations (pkg/apis/admissionregistration/validation).

#include "apiserver/resources/kind_code.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

void validate_webhooks(const bj::object& o, const kind_context& c, field_errors& to);
void validate_webhooks_update(const bj::object& o, const bj::object& old, const kind_context& c,
                              field_errors& to);

extern const cell_row webhook_configuration_cells[1];

}}}  // namespace setpoint::v0::apiserver
