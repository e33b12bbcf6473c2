#pragma once
// Comma-separated values as Go's encoding/csv reads them.

#include "setpoint/core/error.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver::authentication {

// Reads one record after the other. Records may have any number of fields; empty lines are skipped.
class csv_reader {
public:
    // The text must outlive the reader.
    explicit csv_reader(std::string_view text) : rest_(text) {}

    // Nothing at the end. Errors: bad_data, with the line and column of Go's message; never a part of
    // the text. The reader cannot be used afterwards.
    result<std::optional<std::vector<std::string>>> next();

private:
    struct position {
        std::size_t line = 1, column = 1;
    };
    // False at the end of the text.
    bool read_line();
    bool at_line_end() const { return line_.empty() || line_ == "\n"; }
    void skip(std::size_t bytes, position& at);
    // True if another field follows.
    result<bool> plain_field(position& at, std::string& to);
    result<bool> quoted_field(position& at, std::string& to);
    error failure(std::size_t line, std::size_t column, std::string_view what) const;

    std::string_view rest_;
    std::string line_;               // with a line feed, unless the text ends
    std::size_t lines_ = 0;          // read so far, and one more at the end of the text
    std::size_t record_starts_ = 0;  // its line
};

}}}  // namespace setpoint::v0::apiserver::authentication
