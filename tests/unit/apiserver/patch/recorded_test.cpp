// Replays steps recorded with kube-apiserver and compares the object after each apply and the
// managedFields after each write. recorded/writes*.json contain the schema and the steps with their
// responses.
#include "apiserver/patch/managed_fields.hpp"
#include "apiserver/patch/same_value.hpp"
#include "sample_schema.hpp"

#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

using namespace setpoint::apiserver;
using namespace sample;

namespace {

bj::value managed_fields(const bj::object& object) {
    const bj::value* meta = object.if_contains("metadata");
    const bj::value* list = meta ? meta->get_object().if_contains("managedFields") : nullptr;
    return list ? *list : bj::value();
}

// The time of the write: the latest in its response.
std::string latest(const bj::value& entries) {
    std::string out;
    if (!entries.is_array()) return out;
    for (const auto& e : entries.get_array()) out = std::max(out, text_of(e.get_object(), "time"));
    return out;
}

bool is_empty(const bj::value& v) {
    return v.is_array() ? v.get_array().empty() : v.is_object() && v.get_object().empty();
}

// The stored form: the default protocol filled in, without empty lists and maps of metadata and
// fields that the server sets.
bj::value stored(bj::object object) {
    for (const char* key : {"managedFields", "resourceVersion", "generation"}) {
        object["metadata"].get_object().erase(key);
    }
    for (const char* key : {"labels", "annotations", "finalizers"}) {
        bj::object& meta = object["metadata"].get_object();
        if (const bj::value* v = meta.if_contains(key); v && is_empty(*v)) meta.erase(key);
    }
    bj::value out(std::move(object));
    drop_nulls(out);
    const bj::value* spec = out.get_object().if_contains("spec");
    const bj::value* items = spec ? spec->get_object().if_contains("items") : nullptr;
    if (items) {
        for (auto& item : const_cast<bj::value*>(items)->get_array())
            item.get_object().emplace("proto", "TCP");
    }
    return out;
}

class replay {
public:
    explicit replay(const bj::object& recording) : type_(read_schema(recording.at("schema"), nodes_)) {
        version_ = text_of(recording, "apiVersion");
        if (const bj::value* blank = recording.if_contains("blank")) blank_ = blank->get_object();
        for (const auto& path : recording.at("statusReset").get_array()) {
            std::vector<std::string>& to = status_reset_.emplace_back();
            for (const auto& element : path.get_array()) to.emplace_back(element.get_string());
        }
    }

    void step(std::size_t number, const bj::object& s) {
        BOOST_TEST_CONTEXT("step " << number << ": " << bj::serialize(s)) {
            field_manager w{text_of(s, "manager"), version_, text_of(s, "subresource"), {}, false};
            versioned_type t{type_, {{"f:status"}}, builtin() ? &blank_ : nullptr, {}};
            if (w.subresource == "status") t.reset = status_reset_;
            if (text_of(s, "op") == "apply") {
                apply_step(s, w, t);
            } else if (s.contains("result")) {
                update_step(s, w, t);
            }
            if (const bj::value* result = s.if_contains("result")) live_ = result->get_object();
        }
    }

private:
    void apply_step(const bj::object& s, field_manager w, const versioned_type& t) {
        const bj::value* result = s.if_contains("result");
        w.force = s.at("force").get_bool();
        w.now = result ? latest(managed_fields(result->get_object())) : "";
        auto got = apply(&live_, s.at("body").get_object(), t, w);
        const std::int64_t status = s.at("status").to_number<std::int64_t>();
        if (status == 422) return;  // validation is not tested here
        if (!result) {
            BOOST_REQUIRE(got.has_error());
            BOOST_TEST(got.error().code == status);
            BOOST_TEST(got.error().message == text_of(s.at("error").get_object(), "message"));
            return;
        }
        BOOST_TEST_REQUIRE(got.has_value(), got.error().message);
        BOOST_TEST(patching::same_value(managed_fields(*got), managed_fields(result->get_object())),
                   bj::serialize(managed_fields(*got)));
        if (builtin()) return;  // defaults are not tested here
        BOOST_TEST(patching::same_value(stored(*got), stored(result->get_object())),
                   bj::serialize(stored(*got)));
    }

    // The response is the object that was written, but the managedFields that the client sent
    // count.
    void update_step(const bj::object& s, field_manager w, const versioned_type& t) {
        bj::object next = s.at("result").get_object();
        const bj::value wanted = managed_fields(next);
        w.now = latest(wanted);
        bj::object& meta = next["metadata"].get_object();
        meta.erase("managedFields");
        if (const bj::value* body = s.if_contains("body")) {
            const bj::value sent = managed_fields(body->get_object());
            if (!is_empty(sent) && !sent.is_null())
                meta["managedFields"] = sent;  // decoding drops an empty list
        }
        track_update(next, live_.empty() ? nullptr : &live_, t, w);
        BOOST_TEST(patching::same_value(managed_fields(next), wanted), bj::serialize(managed_fields(next)));
    }

    bool builtin() const { return !blank_.empty(); }

    schema_set nodes_;
    const schema_node* type_;
    std::string version_;
    bj::object blank_;
    std::vector<std::vector<std::string>> status_reset_;
    bj::object live_;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(recorded)

BOOST_AUTO_TEST_CASE(recorded_requests_have_the_recorded_responses) {
    const auto all = recordings("writes");
    BOOST_TEST(!all.empty());
    for (const auto& [name, recording] : all) {
        BOOST_TEST_CONTEXT(name) {
            replay r(recording.get_object());
            std::size_t number = 0;
            for (const auto& s : recording.at("steps").get_array()) r.step(number++, s.get_object());
            BOOST_TEST(number > 10u);
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
