#pragma once
// A request to a kind that a webhook converts. The handler of a request runs in one turn and cannot
// suspend. When it needs an object in another version, it throws conversion_needed before it stores
// anything; the webhook is called, and the handler runs again with the converted object. No I/O.

#include "apiserver/resources/conversion_webhook.hpp"
#include "setpoint/core/clock.hpp"

#include <boost/json/object.hpp>

#include <functional>
#include <map>
#include <stdexcept>

namespace setpoint::apiserver {

namespace bj = boost::json;

// Thrown by a handler within a turn of a conversion_attempt.
struct conversion_needed : std::logic_error {
    conversion_needed(conversion_webhook_ptr who, bj::object what, std::string version)
        : logic_error("a conversion by webhook is needed outside of a conversion attempt"),
          by(std::move(who)),
          object(std::move(what)),
          wanted(std::move(version)) {}

    conversion_webhook_ptr by;
    bj::object object;
    std::string wanted;  // "example.com/v2"
};

class conversion_attempt {
public:
    explicit conversion_attempt(wall_time now) : begun_(now) {}

    // The time that every turn sees, so that all turns create the same object.
    wall_time begun() const { return begun_; }
    // The value drawn at this position in an earlier turn, otherwise draw(): names and UIDs stay
    // the same.
    std::string drawn(const std::function<std::string()>& draw);
    void begin_turn() { next_draw_ = 0; }

    // Null: not converted yet.
    const bj::object* find(const bj::object& object, const std::string& wanted) const;
    void add(const bj::object& object, const std::string& wanted, bj::object converted);

private:
    wall_time begun_;
    std::vector<std::string> draws_;
    std::size_t next_draw_ = 0;
    std::map<std::string, bj::object> converted_;  // by version and JSON
};

}  // namespace setpoint::apiserver
