#pragma once
// A stream whose lines go to a function, for log sinks beside lines that are drawn again.

#include "cli/run/line_reader.hpp"

#include <ostream>
#include <streambuf>

namespace setpoint { inline namespace v0 { namespace cli {

class line_buffer final : public std::streambuf {
public:
    explicit line_buffer(std::function<void(std::string_view)> on_line) : lines_(std::move(on_line)) {}

private:
    int_type overflow(int_type c) override {
        const char one = traits_type::to_char_type(c);
        if (!traits_type::eq_int_type(c, traits_type::eof())) lines_.take({&one, 1});
        return traits_type::not_eof(c);
    }
    std::streamsize xsputn(const char_type* s, std::streamsize n) override {
        lines_.take({s, static_cast<std::size_t>(n)});
        return n;
    }

    line_reader lines_;
};

class line_stream final : public std::ostream {
public:
    explicit line_stream(std::function<void(std::string_view)> on_line)
        : std::ostream(nullptr), buffer_(std::move(on_line)) {
        rdbuf(&buffer_);
    }

private:
    line_buffer buffer_;
};

}}}  // namespace setpoint::v0::cli
