#pragma once
// A condition of objects, as waits and invariants state it: read from a story, and evaluated on the objects
// in the API server.

#include "apiserver/objects/json_path.hpp"
#include "apiserver/state/server_state.hpp"
#include "testkit/story/story_node.hpp"

#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace story {

// Which objects: one by name, or all of a kind in a namespace, with these labels.
struct object_selection {
    std::string api_version;  // "" : any
    std::string kind;
    std::string ns;    // "*": all
    std::string name;  // "": all
    std::vector<std::pair<std::string, std::string>> labels{};
    std::string where{};  // "story.yaml:12"

    std::string words() const;  // "ConfigMap default/web"
};

// A field of an object: what a condition is about, or compared with.
struct field_path {
    std::string text;  // ".data.text"
    std::shared_ptr<const apiserver::json_path> parsed;
};

class object_check {
public:
    // Reads the keys of a selection and of a condition, or `any`. `is_wait`: `for` is read too, and `limit`
    // is the caller's.
    static object_check read(const story_node& n, const std::string& default_ns, bool is_wait);

    // Why it does not hold now; "" if it does. An invariant also holds for objects that lack the field.
    std::string problem(const apiserver::server_state& w, bool is_invariant) const;
    std::string words() const;  // "ConfigMap default/web: .data.text is \"two\""
    // How long it must hold without a break.
    duration lasts() const { return lasts_; }

private:
    void read_condition(const story_node& n, const std::string& default_ns);
    void read_value_from(const story_node& n, const std::string& default_ns);
    void check_combination(const story_node& n) const;
    std::string words_of_condition() const;
    std::string problem_of_any(const apiserver::server_state& w, bool is_invariant) const;
    std::string problem_of(const apiserver::server_state& w, const bj::object& o, bool is_invariant) const;
    std::string problem_of_value(const bj::value& v) const;
    std::string problem_with_other(const apiserver::server_state& w, const bj::value& v,
                                   bool is_invariant) const;
    std::string condition_problem(const bj::object& o) const;

    object_selection of_;
    std::vector<object_check> any_;
    duration lasts_{};
    field_path path_;
    std::optional<bj::value> is_, is_not_;
    std::optional<object_selection> other_;  // the value of whose field it must have
    field_path other_path_;
    std::optional<std::int64_t> least_, most_;
    std::string condition_, status_ = "True";
    std::optional<bool> exists_;
    struct range {
        std::int64_t least = 0, most = std::numeric_limits<std::int64_t>::max();
    };
    std::optional<range> count_;
};

// The kinds of a selection's keys in a mapping that has others too.
object_selection read_selection(const story_node& n, const std::string& default_ns);
// Null if no such kind is served (yet).
apiserver::resource_ptr find_resource(const apiserver::registry& kinds, std::string_view api_version,
                                      std::string_view kind);

}}}  // namespace setpoint::v0::story
