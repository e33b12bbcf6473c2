#pragma once
// Checks that conversions between the versions of a kind lose nothing.
//
//     BOOST_TEST(testing::round_trips(declare_conversions) == "");

#include "setpoint/manager/manager.hpp"
#include "setpoint/testing/random_object.hpp"

#include <functional>
#include <map>
#include <string>

namespace setpoint { inline namespace v0 { namespace testing {

//     options.valid<site_v1>([](site_v1& s, random_source&) { s.spec.schedule = "@daily"; });
struct round_trip_options {
    std::uint64_t seed = 1;
    int objects = 1000;  // of each version, in each direction

    // Makes random objects of T such that the API server would accept them: with a schedule that can be
    // parsed, for instance.
    // `make_valid` gets each random object before it is converted. It is stored with the type erased,
    // as a function on void*, so that options for several kinds fit into one map; find() is only called
    // with the kind's own objects.
    template <api_object T>
    round_trip_options& valid(std::function<void(T&, random_source&)> make_valid) {
        make_valid_[&kind_of<T>()] = [f = std::move(make_valid)](void* object, random_source& r) {
            f(*static_cast<T*>(object), r);
        };
        return *this;
    }
    // Returns null if valid() was not called for that kind. Valid until the next call of valid().
    const std::function<void(void*, random_source&)>* find(const kind_info& kind) const {
        const auto at = make_valid_.find(&kind);
        return at == make_valid_.end() ? nullptr : &at->second;
    }

private:
    std::map<const kind_info*, std::function<void(void*, random_source&)>> make_valid_;
};

// Converts random objects of each version to the hub and back, and of the hub to each version and back, for
// all conversions that `declare` declares. Returns "" if all objects are unchanged afterwards, and otherwise
// a text with the first that does not: the kind, the object as it was, as it was in between, and as it came
// back. An error of a conversion is a failure too.
// Takes no cluster: the conversions are called directly. O(objects * versions).
std::string round_trips(const std::function<void(manager&)>& declare, const round_trip_options& options = {});

}}}  // namespace setpoint::v0::testing
