#pragma once
// The commands of `setpoint apiserver --control`: parses lines of JSON, and writes the lines of answers.
// Pure. docs/control.md describes them.

#include "setpoint/apiserver/request_faults.hpp"
#include "setpoint/core/error.hpp"

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cli { namespace control {

struct info {};
struct install {
    std::vector<std::string> files{};  // or
    boost::json::array objects{};
};
// One of both is not empty.
struct snapshot_place {
    std::string name{}, file{};
};
struct snapshot {
    snapshot_place to;
};
struct restore {
    snapshot_place from;
};
struct add_fault {
    apiserver::request_fault what;
};
struct faults {};
struct clear {
    std::optional<std::uint64_t> number{};  // absent: all
};
struct drop_watches {
    apiserver::request_filter which;
};
struct expire_history {};

using command =
    std::variant<info, install, snapshot, restore, add_fault, faults, clear, drop_watches, expire_history>;

struct request {
    std::optional<boost::json::value> id{};  // returned with the answer
    result<command> what;                    // bad_data: in a sentence that names the place
};
request parse_request(std::string_view line);

// Lines with their ends.
std::string answer_line(const std::optional<boost::json::value>& id, const boost::json::object& members);
std::string failure_line(const std::optional<boost::json::value>& id, std::string_view why);

// Cuts what arrives into lines.
class line_splitter {
public:
    static constexpr std::size_t longest = std::size_t{64} * 1024 * 1024;

    explicit line_splitter(std::size_t limit = longest) : limit_(limit) {}
    // A line without its end; nothing for one that is longer than the limit, which is skipped.
    using line = std::optional<std::string>;
    // Lines without anything but spaces are left out.
    std::vector<line> take(std::string_view piece);
    // At the end of the input: the last line, if it has no end.
    std::vector<line> finish();

private:
    void end_line(std::vector<line>& to);

    std::size_t limit_;
    std::string rest_;
    bool is_too_long_ = false;
};

}}}}  // namespace setpoint::v0::cli::control
