// JSON into described structs: built-in kinds and one of an operator.
#include "decoded.hpp"
#include "operators/web_server/types.hpp"
#include "setpoint/api/apps_v1.hpp"
#include "setpoint/api/core_v1.hpp"

namespace setpoint { inline namespace v0 { namespace fuzz {

using namespace kinds;

void typed_decode(std::string_view input) {
    check_decoding<pod>(input);
    check_decoding<deployment>(input);
    check_decoding<web_server::web_server>(input);
}

}}}  // namespace setpoint::v0::fuzz
