#pragma once
// Mail addresses as Go's net/mail reads them.

#include <string_view>

namespace setpoint::apiserver {

// mail.ParseAddress takes it: one address of RFC 5322, with a name, comments or a group of one around it.
bool is_mail_address(std::string_view text);

}  // namespace setpoint::apiserver
