#pragma once
// Validating and mutating webhook configurations (pkg/apis/admissionregistration/validation).

#include "apiserver/kinds/shared/warnings.hpp"
#include "apiserver/resources/kind_code.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

void validate_webhooks(const bj::object& o, const kind_context& c, field_errors& to);
void validate_webhooks_update(const bj::object& o, const bj::object& old, const kind_context& c,
                              field_errors& to);

// Rules for reviews of access have no effect (pkg/apis/admissionregistration/validation/warnings.go).
void warn_of_webhooks(const bj::object& o, const bj::object* old, std::string_view sub, texts& to);

extern const cell_row webhook_configuration_cells[1];

}}}  // namespace setpoint::v0::apiserver
