#pragma once
// PEM blocks, as Go's encoding/pem finds them.

#include <optional>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver::go_text {

struct pem_block {
    std::string type;  // "CERTIFICATE"
    bool has_headers = false;
    std::string bytes;
};

// The next block of the text, which then starts after it; what is not a block is skipped. Nothing if there is
// no further block: the text is then left as it is.
std::optional<pem_block> next_pem_block(std::string_view& text);

}}}  // namespace setpoint::v0::apiserver::go_text
