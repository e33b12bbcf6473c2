// ValidatingWebhookConfigurations.

#include "apiserver/kinds/admissionregistration/webhook_configuration.hpp"
#include "apiserver/kinds/kinds.hpp"
#include "apiserver/objects/go_encoding.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

constinit const kind_code validating_webhook_configuration_kind{.defaults = apply_go_encoding,
                                                                .validate = validate_webhooks,
                                                                .validate_update = validate_webhooks_update,
                                                                .warn = warn_of_webhooks,
                                                                .cells = webhook_configuration_cells,
                                                                .unconditional_update = false};

}}}  // namespace setpoint::v0::apiserver
