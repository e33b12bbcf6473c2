#pragma once
// Boost.JSON's incremental parser with the decode handler in it, fed with bytes: what decoder and
// list_decoder drive.

#include "framework/json/decode_handler.hpp"
#include "framework/json/value_skip.hpp"

#include <boost/json/basic_parser.hpp>

namespace setpoint::json {

class document_reader {
public:
    explicit document_reader(const decode_options& options);
    void start(const type_info& type, void* target);
    decode_handler& handler() { return parser_.handler(); }
    result<> write(std::string_view bytes);
    result<> finish();
    bool done() const { return !skip_.active() && name_begun_ == 0 && parser_.done(); }

private:
    // Feeds the parser; what is too deep for it is passed over.
    result<> parse(std::string_view bytes);
    // Feeds one piece; says how many bytes the parser took.
    result<std::size_t> feed(std::string_view piece);
    // Passes over what the parser is not to see; says how many bytes of the piece were of it.
    std::size_t skip(std::string_view piece);
    void lead_back();
    // Takes the bytes up to the end of the next bulky member's name, or all; says how many.
    result<std::size_t> up_to_bulk(std::string_view bytes);
    result<std::size_t> go_on_with_name(std::string_view bytes);
    void after_name();

    std::uint64_t offset_ = 0;  // bytes of the document before the current piece
    bool failed_ = false;
    // How much of a bulky member's name the last piece ended with: the parser has not seen it.
    std::size_t name_begun_ = 0;
    // The next byte may begin a value that nobody wants.
    bool may_skip_ = false;
    // The parser waits for the value that is passed over; else it has given up, since it was too deep.
    bool stand_in_ = false;
    value_skip skip_;
    // Not first: the parser's own address is its "suspended" mark, so no input may end right before it
    // (boostorg/json issue 828).
    boost::json::basic_parser<decode_handler> parser_;
};

}  // namespace setpoint::json
