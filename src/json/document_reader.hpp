#pragma once
// Boost.JSON's incremental parser with the decode handler in it, fed with bytes: what decoder and
// list_decoder drive.

#include "json/decode_handler.hpp"
#include "json/value_skip.hpp"

#include <boost/json/basic_parser.hpp>

namespace setpoint::json {

class document_reader {
public:
    explicit document_reader(const decode_options& options);
    void start(const type_info& type, void* target);
    decode_handler& handler() { return parser_.handler(); }
    result<> write(std::string_view bytes);
    result<> finish();
    bool done() const { return !skip_.active() && parser_.done(); }

private:
    // Feeds one piece; says how many bytes the parser took.
    result<std::size_t> feed(std::string_view piece);
    // Passes over what is too deep for the parser; says how many bytes of the piece were of it.
    std::size_t skip(std::string_view piece);

    std::uint64_t offset_ = 0;  // bytes of the document before the current piece
    bool failed_ = false;
    value_skip skip_;
    // Not first: the parser's own address is its "suspended" mark, so no input may end right before it
    // (boostorg/json issue 828).
    boost::json::basic_parser<decode_handler> parser_;
};

}  // namespace setpoint::json
