#include "testkit/story/private_folder.hpp"

#include "setpoint/core/private_folder.hpp"
#include "setpoint/story/explore.hpp"

#include <filesystem>
#include <system_error>
#include <utility>

namespace setpoint { inline namespace v0 { namespace story {

private_folder::private_folder() {
    result<std::string> made = make_private_folder("setpoint-explore");
    if (!made) throw cannot_explore(made.error().message);
    path_ = std::move(*made);
}

private_folder::~private_folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

}}}  // namespace setpoint::v0::story
