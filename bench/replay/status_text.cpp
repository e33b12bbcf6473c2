#include "status_text.hpp"

#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

namespace setpoint::replay {

std::string status_text(int code, std::string_view reason, std::string_view message) {
    return boost::json::serialize(boost::json::object{{"kind", "Status"},
                                                      {"apiVersion", "v1"},
                                                      {"metadata", boost::json::object()},
                                                      {"status", "Failure"},
                                                      {"message", message},
                                                      {"reason", reason},
                                                      {"code", code}});
}

}  // namespace setpoint::replay
