#pragma once
// ensure() with a server that has at most one object.

#include "gadget.hpp"
#include "support/ensured.hpp"
#include "support/fake_client.hpp"
#include "support/virtual_world.hpp"

#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <optional>
#include <string>

namespace setpoint { inline namespace v0 { namespace test {

inline constexpr std::string_view hash_name = "test.domain/applied-hash";
using outcome_of_ensure = result<ensured_child<part>>;

inline part desired_part() {
    part p;
    p.metadata.name = "p";
    p.metadata.ns = "default";
    p.metadata.labels["app"] = "g";
    p.spec.replicas = 3;
    p.spec.color = "red";
    return p;
}

// A server with at most one object: what it holds is what reads find and, unless the test says otherwise,
// what writes answer.
struct ensure_world : virtual_world {
    fake_client api{l};
    gadget owner;
    std::optional<boost::json::object> cached, live;  // what the cache finds; what the server has
    int version = 0;

    ensure_world() {
        owner.metadata.name = "g";
        owner.metadata.ns = "default";
        owner.metadata.uid = "owner-uid";
        api.on_get = [this](const kind_info& k, const object_key&) -> result<object_ptr> {
            const auto& from = k.dynamic ? live : cached;
            if (!from) return error(errc::not_found, "not there");
            return object_of(k, *from);
        };
        api.on_write = [this](const kind_info& k, const call&) { return answer(k); };
    }
    static object_ptr object_of(const kind_info& k, const boost::json::object& json) {
        auto o = k.make();
        if (auto r = json::decode_into(*k.type, o.get(), boost::json::serialize(json)); !r)
            throw fault(r.error());
        return o;
    }
    // The server answers with what it holds or, when it holds nothing, with the last body under a new UID.
    result<object_ptr> answer(const kind_info& k) {
        if (!live) {
            live = api.body(api.writes.size() - 1);
            auto& metadata = live->at("metadata").as_object();
            metadata["uid"] = "part-uid";
        }
        live_metadata()["resourceVersion"] = std::to_string(100 + version++);
        return object_of(k, *live);
    }
    boost::json::object& live_spec() { return live->at("spec").as_object(); }
    boost::json::object& live_metadata() { return live->at("metadata").as_object(); }

    template <class Owner = gadget>
    outcome_of_ensure ensure_it(part desired, const Owner& by, ensure_options options = {}) {
        outcome_of_ensure r = error();
        run([&]() -> awaitable<void> {
            r = co_await ensure_child(api, "gadget-operator", by, std::move(desired), options);
        });
        return r;
    }
    outcome_of_ensure ensure_it(part desired = desired_part()) {
        return ensure_it(std::move(desired), owner);
    }
    outcome_of_ensure ensure_it(part desired, ensure_options options) {
        return ensure_it(std::move(desired), owner, options);
    }
    // Creates the object, then forgets the calls that this took.
    void create(part desired = desired_part()) {
        const bool made = ensure_it(std::move(desired)).has_value();
        BOOST_REQUIRE(made);
        forget_calls();
        cached = live;
    }
    void forget_calls() {
        api.asked.clear();
        api.writes.clear();
    }
    std::string hash_written(std::size_t i) {
        return std::string(api.body(i).at("metadata").at("annotations").at(hash_name).as_string());
    }
};

inline const char* const foreign_owner =
    R"([{"apiVersion":"test.domain/v1","kind":"Gadget","name":"g","uid":"another-uid","controller":true}])";

}}}  // namespace setpoint::v0::test
