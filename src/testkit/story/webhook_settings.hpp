#pragma once
// The webhooks that an operator serves, as `webhooks` of a story describes them. No I/O but the files that it
// names.

#include "setpoint/api/object_key.hpp"
#include "testkit/story/story_node.hpp"
#include "testkit/story/webhook_trust.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace story {

// Where controller-runtime listens.
constexpr std::uint16_t usual_webhook_port = 9443;

struct webhook_settings {
    // On which the operator listens, or, if that is free, what stands for it in objects.
    std::uint16_t port = usual_webhook_port;
    bool has_free_port = false;              // each process gets another one
    std::optional<object_key> service;       // by which the operator is called; none: by any in the story
    std::optional<object_key> secret;        // that also contains the certificates
    std::vector<bj::object> configurations;  // of admission webhooks
    std::vector<object_key> services{};      // by which the operator is called; set by prepare_webhooks()
    webhook_certificates certificates{};     // the same
};

// `ns`: of objects without one. `folder`: of the files that it names. Throws cannot_explore.
webhook_settings read_webhooks(const story_node& n, const std::string& ns, const std::string& folder);

struct story;
// Makes the certificates of a story with webhooks, and brings them into its objects: placeholders, empty
// caBundles and the Secret. Once for all runs, whose objects are compared. Throws cannot_explore.
void prepare_webhooks(story& s, wall_time now, random_source& random);

}}}  // namespace setpoint::v0::story
