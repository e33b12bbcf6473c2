#pragma once
// The kinds that a server has once the definitions of a snapshot are stored.

#include "apiserver/state/server_state.hpp"

#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

class snapshot_kinds {
public:
    // `w` must outlive it.
    explicit snapshot_kinds(server_state& w) : state_(w) {}

    // Notes a definition, as the server will when it is stored: definitions whose names are taken declare
    // nothing. In the order in which they are stored. Returns what is wrong with its schemas; "" if nothing
    // is.
    std::string define(const bj::object& definition);
    // The kind; or null, and in `why` the reason: nobody declares it, or its objects cannot be stored.
    resource_ptr find(std::string_view api_version, std::string_view kind, std::string& why) const;

private:
    std::vector<bj::object> others_of(std::string_view name, std::string_view group) const;

    server_state& state_;
    std::map<std::string, bj::object, std::less<>> definitions_;  // by name, with the status that they get
    std::map<std::tuple<std::string, std::string, std::string>, resource_ptr>
        custom_;  // group, version, kind
};

}}}  // namespace setpoint::v0::apiserver
