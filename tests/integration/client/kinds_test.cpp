// Objects of all built-in kinds with nearly every field set: nothing is lost between the manifest, the struct
// and the request, and a real API server takes all of it (dry run, strict field validation) and answers it
// back.
#include "integration/client/live.hpp"
#include "setpoint/json/compare.hpp"
#include "setpoint/json/decode.hpp"
#include "setpoint/json/yaml.hpp"
#include "support/described_kinds.hpp"

#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <fstream>
#include <map>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(kinds_live, *boost::unit_test::precondition(needs_cluster()))

namespace {

// By kind. A kind may have several.
std::multimap<std::string, boost::json::value> manifests() {
    std::multimap<std::string, boost::json::value> all;
    for (const auto& file :
         std::filesystem::directory_iterator(SETPOINT_SOURCE_DIR "/tests/integration/client/kinds")) {
        std::ifstream in(file.path());
        const std::string text{std::istreambuf_iterator<char>(in), {}};
        auto documents = json::parse_manifests(text, file.path().string());
        BOOST_REQUIRE_MESSAGE(documents.has_value(), documents.error().message);
        for (auto& d : *documents) {
            std::string kind(d.at("kind").as_string());
            all.emplace(std::move(kind), std::move(d));
        }
    }
    return all;
}

struct kinds_world : live {
    using manifest_map = std::multimap<std::string, boost::json::value>;

    template <class... Kinds>
    awaitable<void> send_all(test::kind_list<Kinds...>, const manifest_map& all) {
        co_await fresh_namespace();
        (co_await send_kind<Kinds>(all), ...);
    }
    template <class T>
    awaitable<void> send_kind(const manifest_map& all) {
        const auto [begin, end] = all.equal_range(kind_of<T>().gvk.kind);
        BOOST_TEST((begin != end), kind_of<T>().gvk.kind << " has no manifest");
        for (auto at = begin; at != end; ++at) {
            const std::string name =
                at->first + " " + std::string(at->second.at("metadata").at("name").as_string());
            const auto object = json::decode<T>(boost::json::serialize(at->second));
            BOOST_REQUIRE_MESSAGE(object.has_value(), name << ": " << object.error().message);
            BOOST_TEST(object_to_json(*object) == at->second.as_object(),
                       name << " loses " << object_to_json(*object));
            co_await send(name, *object);
        }
    }
    template <class T>
    awaitable<void> send(std::string name, T object) {
        if (kind_of<T>().scope == scope::namespaced && object.metadata.ns.empty()) object.metadata.ns = ns;
        write_options dry;
        dry.dry_run = true;
        const auto answer = co_await api().create(object, dry);
        BOOST_TEST(answer.has_value(), name << ": " << (answer ? "" : answer.error().to_string()));
        if (!answer) co_return;
        for (const json::difference& d : json::drift(object, **answer)) {
            BOOST_ERROR(name << " " << d.path << ": sent " << d.desired << ", kept " << d.live);
        }
    }
};

}  // namespace

BOOST_FIXTURE_TEST_CASE(server_takes_every_field_and_keeps_it, kinds_world) {
    const auto all = manifests();
    run([&]() -> awaitable<void> { co_await send_all(test::stored_kinds(), all); });
}

BOOST_AUTO_TEST_SUITE_END()
