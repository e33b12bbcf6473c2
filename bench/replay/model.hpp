#pragma once
// The state of the replay server: three kinds of objects in one namespace, what clients' writes make of them,
// and the changes that the benchmark makes. No I/O.

#include "collection.hpp"
#include "fleet.hpp"
#include "tally.hpp"

#include <array>
#include <functional>
#include <optional>

namespace setpoint { inline namespace v0 { namespace replay {

// A write that a client asked for.
struct write_request {
    enum class how : std::uint8_t { create, replace, apply, merge } method;
    collection* kind = nullptr;
    std::string_view name;
    bool status = false;  // the subresource
    boost::json::object body;
};
struct write_answer {
    int status = 200;
    object_ptr object;
};

class model {
public:
    model(loop& l, fleet_settings s);

    collection& parents() { return *collections_[0]; }
    collection& deployments() { return *collections_[1]; }
    collection& services() { return *collections_[2]; }
    // Null when there is no such kind here.
    collection* find(std::string_view group, std::string_view resource);
    const std::uint64_t& version() const { return version_; }  // goes on; valid as long as the model

    write_answer write(write_request r);
    write_answer remove(collection& c, std::string_view name);

    // --- what the benchmark does ---
    // `count` more WebServers without children.
    void create_parents(std::uint64_t count);
    // A change of the spec that needs a write of the child.
    void change_parent(std::uint64_t number, time_point due, bool image);
    // An annotation, which is nobody's business.
    void touch_parent(std::uint64_t number);
    void touch_foreign(std::uint64_t number);
    // Somebody else changes or deletes a child, or takes the status of the Deployment forward.
    bool disturb(std::string_view what, std::uint64_t number);
    // All watches end with 410 and nothing can be resumed.
    void expire();
    // WebServers whose children or status are not what they say; the first few by name.
    boost::json::object check() const;

    std::uint64_t parent_count() const { return created_; }
    const fleet& objects() const { return fleet_; }
    tally counted;

private:
    void fill();
    void store(collection& c, std::string_view name, boost::json::object& o);
    void edit(collection& c, std::string_view name, const std::function<void(boost::json::object& o)>& how);
    void note(const write_request& r, const boost::json::object& now, bool changed);
    expectation expect_of(const boost::json::object& parent, time_point due) const;

    loop& loop_;
    fleet fleet_;
    std::array<std::unique_ptr<collection>, 3> collections_;
    std::uint64_t version_ = first_version, created_ = 0, uids_ = 0;
};

}}}  // namespace setpoint::v0::replay
