#pragma once
// A story as it was read: what is there before the operator starts, what users do, and what must always hold.
// docs/stories.md describes each key.

#include "setpoint/apiserver/options.hpp"
#include "testkit/story/inputs/input_settings.hpp"
#include "testkit/story/object_check.hpp"
#include "testkit/story/operator_rights.hpp"
#include "testkit/story/pod_answers.hpp"
#include "testkit/story/webhook_settings.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace story {

struct story_step {
    // change: applies an object, which the API server may refuse, and waits until everything is at rest.
    // Explorations of inputs have it; a story cannot.
    enum class kind : std::uint8_t { apply, patch, remove, wait, restart, parallel, change };
    kind what = kind::apply;
    std::string where;                                // "story.yaml:12"
    std::vector<bj::object> objects;                  // apply: each with its namespace, if its kind has one
    object_selection target;                          // patch, remove
    std::string subresource;                          // patch
    std::string content_type, body;                   // patch: its kind and its JSON
    std::string propagation;                          // remove: "Background"
    std::vector<object_check> until;                  // wait
    duration limit{};                                 // wait
    std::vector<std::vector<story_step>> branches{};  // parallel: each runs in its order
    // change: the objects at rest, if they are known
    std::shared_ptr<const std::vector<std::string>> expected{};
};

struct story_invariant {
    std::string name;
    object_check check;
};

// A field that is not compared.
struct ignored_field {
    std::string kind;                // "": of all kinds
    std::vector<std::string> steps;  // of "/data/time"
};

struct story {
    std::string file;
    std::vector<bj::object> definitions, setup;
    std::string ns = "default";
    std::size_t replicas = 1;
    bool releases_leases = false;  // of a process that has ended, before another one starts
    duration limit = std::chrono::seconds(10);
    apiserver::server_options server;
    application_answers answers;
    std::optional<webhook_settings> webhooks;  // none: the operator serves none that are called
    bool owns_network = false;                 // the operator has a network in which all addresses lead to us
    std::vector<story_step> steps;
    int last_write = 0;  // how many writes of users there are
    bool ends_with_deletion = false;
    bool ends_at_rest = false;  // the last step has waited for that
    std::vector<story_invariant> invariants;
    std::vector<ignored_field> ignored;
    input_settings inputs;
    std::optional<operator_rights> rights;  // none: everybody may do everything
};

// Throws cannot_explore, with file, line and path.
story read_story(const std::string& file);
// `folder`: of the files that it names.
story read_story_text(std::string_view text, const std::string& file, const std::string& folder);

// Turns access control on, with new tokens.
void restrict_operator(story& s, operator_rights rights);

// Removes the ignored fields from an object.
void remove_ignored(bj::object& o, const std::vector<ignored_field>& all);

}}}  // namespace setpoint::v0::story
