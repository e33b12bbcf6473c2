#pragma once
// A YAML text as values that know where they stand, so that errors name the file, line and path.

#include "setpoint/core/clock.hpp"

#include <boost/json/value.hpp>

#include <cstdint>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace story {

namespace bj = boost::json;

struct story_document {
    std::string file;
    bj::value root;
    std::map<std::string, std::size_t, std::less<>> lines;  // by path, from 1
};
// Throws cannot_explore: text that is not YAML, repeated keys, several documents.
std::shared_ptr<const story_document> parse_story_document(std::string_view text, const std::string& file);

// Valid as long as any node of the document. Its functions throw cannot_explore with the place.
class story_node {
public:
    explicit story_node(std::shared_ptr<const story_document> of) : of_(std::move(of)), value_(&of_->root) {}

    const bj::value& value() const { return *value_; }
    const std::string& path() const { return path_; }
    // Null counts as absent. Precondition of find(), need() and only(): is_object() was checked by only().
    std::optional<story_node> find(std::string_view key) const;
    story_node need(std::string_view key) const;
    // Checks that this is a mapping with no other keys than these.
    void only(std::initializer_list<std::string_view> keys) const;
    // The items of a list.
    std::vector<story_node> items() const;
    const bj::object& object() const;
    std::string text() const;  // not empty
    std::int64_t number(std::int64_t least, std::int64_t most) const;
    bool boolean() const;
    duration time() const;  // "1m30s", at least a millisecond
    std::string one_of(std::initializer_list<std::string_view> all) const;

    // Another value that stands at this place.
    story_node with_value(bj::value v) const;

    std::string where() const;  // "story.yaml:12"
    [[noreturn]] void fail(std::string_view why) const;

private:
    story_node(const story_node& parent, const bj::value& v, std::string path)
        : of_(parent.of_), value_(&v), path_(std::move(path)) {}

    std::shared_ptr<const story_document> of_;
    const bj::value* value_;
    std::string path_;
};

}}}  // namespace setpoint::v0::story
