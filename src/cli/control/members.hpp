#pragma once
// Reads the members of an object that a program wrote, and refuses what is not one of them. Pure.

#include "setpoint/core/error.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cli {

// The first error is kept; what is read after it has no meaning. `from` must outlive the reader and its
// results.
class member_reader {
public:
    // `what`: of the object, for messages.
    member_reader(const boost::json::object& from, std::string what) : from_(from), what_(std::move(what)) {}

    // Null if it is absent; null is not absent.
    const boost::json::value* any(std::string_view name);
    bool has(std::string_view name) const { return from_.contains({name.data(), name.size()}); }
    // Absent, or of another type, which is an error: nothing.
    std::optional<std::string> text(std::string_view name);
    std::optional<std::int64_t> number(std::string_view name, std::int64_t least, std::int64_t most);
    bool is_true(std::string_view name);  // false is an error: leave it out
    const boost::json::object* object(std::string_view name);
    const boost::json::array* array(std::string_view name);
    // Of an array of texts that are not empty.
    std::vector<std::string> texts(std::string_view name);

    // `place`: a member, or an item: `verbs[1]`.
    void fail(std::string_view place, std::string_view why);
    // For what another reader has found in a member.
    void fail_as(std::string problem) {
        if (!problem_) problem_ = std::move(problem);
    }
    bool failed() const { return problem_.has_value(); }
    // After everything was read: bad_data for the first problem, or for a member that nobody asked for.
    result<> verdict();

private:
    const boost::json::object& from_;
    std::string what_;
    std::vector<std::string_view> known_;
    std::optional<std::string> problem_;
};

}}}  // namespace setpoint::v0::cli
