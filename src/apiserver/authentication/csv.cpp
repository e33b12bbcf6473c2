#include "apiserver/authentication/csv.hpp"

#include <fmt/format.h>

#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver::authentication {

namespace {

constexpr std::string_view bare_quote = "bare \" in non-quoted-field",
                           stray_quote = "extraneous or missing \" in quoted-field";

}  // namespace

bool csv_reader::read_line() {
    ++lines_;
    line_.clear();
    if (rest_.empty()) return false;
    const std::size_t end = rest_.find('\n');
    const bool is_last = end == std::string_view::npos;
    line_ = rest_.substr(0, is_last ? rest_.size() : end + 1);
    rest_.remove_prefix(line_.size());
    if (is_last && line_.back() == '\r') {
        line_.pop_back();
    } else if (line_.ends_with("\r\n")) {
        line_.resize(line_.size() - 2);
        line_.push_back('\n');
    }
    return true;
}

void csv_reader::skip(std::size_t bytes, position& at) {
    line_.erase(0, bytes);
    at.column += bytes;
}

error csv_reader::failure(std::size_t line, std::size_t column, std::string_view what) const {
    std::string text = fmt::format("parse error on line {}, column {}: {}", line, column, what);
    if (line != record_starts_) text = fmt::format("record on line {}; {}", record_starts_, text);
    return {errc::bad_data, std::move(text)};
}

result<bool> csv_reader::plain_field(position& at, std::string& to) {
    const std::size_t comma = line_.find(',');
    std::string_view field = std::string_view(line_).substr(0, comma);
    if (comma == std::string::npos && field.ends_with('\n')) field.remove_suffix(1);
    if (const std::size_t quote = field.find('"'); quote != std::string_view::npos)
        return failure(lines_, at.column + quote, bare_quote);
    to = field;
    if (comma == std::string::npos) return false;
    skip(comma + 1, at);
    return true;
}

result<bool> csv_reader::quoted_field(position& at, std::string& to) {
    skip(1, at);
    for (;;) {
        const std::size_t quote = line_.find('"');
        if (quote != std::string::npos) {
            to.append(line_, 0, quote);
            skip(quote + 1, at);
            if (line_.starts_with('"')) {
                to.push_back('"');
                skip(1, at);
            } else if (line_.starts_with(',')) {
                skip(1, at);
                return true;
            } else if (at_line_end()) {
                return false;
            } else {
                return failure(lines_, at.column - 1, stray_quote);
            }
        } else if (!line_.empty()) {
            to += line_;
            at.column += line_.size();
            if (read_line()) at = {at.line + 1, 1};
        } else {
            return failure(at.line, at.column, stray_quote);
        }
    }
}

result<std::optional<std::vector<std::string>>> csv_reader::next() {
    using record = std::vector<std::string>;
    do {
        if (!read_line()) return std::optional<record>();
    } while (at_line_end());
    record_starts_ = lines_;
    position at{lines_, 1};
    record out;
    for (bool more = true; more;) {
        const bool quoted = line_.starts_with('"');
        std::string field;
        const result<bool> read = quoted ? quoted_field(at, field) : plain_field(at, field);
        if (!read) return read.error();
        out.push_back(std::move(field));
        more = *read;
    }
    return std::optional<record>(std::move(out));
}

}}}  // namespace setpoint::v0::apiserver::authentication
