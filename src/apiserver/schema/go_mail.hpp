#pragma once
// Mail addresses as parsed by Go's net/mail.

#include <string_view>

namespace setpoint::apiserver {

// Whether mail.ParseAddress accepts `text`: one address of RFC 5322, optionally with a name,
// comments or a group around it.
bool is_mail_address(std::string_view text);

}  // namespace setpoint::apiserver
