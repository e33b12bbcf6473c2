#pragma once
// Plans what happens to a claim or a volume: pure functions of claims, volumes and classes
// (kubernetes' pkg/controller/volume/persistentvolume).

#include "apiserver/controllers/storage/volume_match.hpp"
#include "setpoint/controller/recorder.hpp"

#include <boost/json/object.hpp>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

// The class that exists from the start, and the provisioner whose volumes are made at once: they have no
// data.
inline constexpr const char* standard_class = "standard";
inline constexpr const char* own_provisioner = "setpoint.dev/provisioner";
inline constexpr const char* own_driver = "provisioner.setpoint.dev";  // a driver's name has no '/'

struct storage_event {
    event_type type = event_type::normal;
    std::string reason, message;
};

struct claim_seen {
    std::vector<volume_ptr> volumes;
    std::vector<class_ptr> classes;
    class_ptr bound_class;                  // of a claim that wants_more()
    std::vector<std::string> waiting_pods;  // that use the claim, without a node; if it waits_for_consumer()
};
// Whether the claim's class leaves the choice of a volume to the scheduler, which has not chosen yet.
bool waits_for_consumer(const partial_claim& c, const std::vector<class_ptr>& classes);

// Whether a bound claim requests more than it has.
bool wants_more(const partial_claim& c);

struct claim_step {
    enum class kind : std::uint8_t {
        none,
        wait,       // Pending
        lose,       // Lost
        bind,       // to `volume`
        classify,   // the default class becomes its class
        expand,     // `volume`, which is of the provisioner here
        provision,  // a volume of `of_class`
        request     // a volume from another provisioner: of_class names it
    };
    kind what = kind::none;
    volume_ptr volume{};
    class_ptr of_class{};
    std::optional<storage_event> event{};
};
claim_step plan_claim(const partial_claim& c, const claim_seen& seen);

// A volume for the claim, as its provisioner makes it.
boost::json::object make_volume(const partial_claim& c, const partial_storage_class& of_class);

struct volume_step {
    std::string phase;    // ""; unchanged
    bool remove = false;  // with its data
    bool unbind = false;  // its claim has another volume
    std::optional<storage_event> event{};
};
// `claim`: the one that the volume names; null if it does not exist any more.
volume_step plan_volume(const partial_volume& v, const partial_claim* claim);

// The patch of a volume that grows to what the claim requests.
boost::json::object expand_volume(const partial_claim& c);
// The patches of a binding; empty if nothing would change.
boost::json::object bind_volume(const partial_volume& v, const partial_claim& c);
boost::json::object bind_claim(const partial_claim& c, const partial_volume& v);
partial_claim_status bound_status(const partial_volume& v);

}}}  // namespace setpoint::v0::apiserver
