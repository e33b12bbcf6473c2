#pragma once
// Feeds bytes to Boost.JSON's incremental parser with the decode handler. Driven by decoder and
// list_decoder.

#include "framework/json/decode_handler.hpp"
#include "framework/json/value_skip.hpp"

#include <boost/json/basic_parser.hpp>

namespace setpoint { inline namespace v0 { namespace json {

class document_reader {
public:
    explicit document_reader(const decode_options& options);
    void start(const type_info& type, void* target);
    decode_handler& handler() { return parser_.handler(); }
    result<> write(std::string_view bytes);
    result<> finish();
    bool done() const { return !skip_.active() && name_begun_ == 0 && parser_.done(); }

private:
    // Feeds the parser; skips values that are too deep for it.
    result<> parse(std::string_view bytes);
    // Feeds one piece; returns how many bytes the parser consumed.
    result<std::size_t> feed(std::string_view piece);
    // Skips bytes that the parser must not see; returns how many bytes of the piece it skipped.
    std::size_t skip(std::string_view piece);
    void replay();
    // Consumes the bytes up to the end of the next bulky member's name, or all; returns how many.
    result<std::size_t> up_to_bulk(std::string_view bytes);
    result<std::size_t> continue_name(std::string_view bytes);
    void after_name();

    std::uint64_t offset_ = 0;  // bytes of the document before the current piece
    bool failed_ = false;
    // The length of the bulky member's name at the end of the last piece, which the parser has not
    // seen.
    std::size_t name_begun_ = 0;
    // The next byte may begin a value that is not wanted.
    bool may_skip_ = false;
    // The parser waits for the skipped value; otherwise it has given up, since the value was too
    // deep.
    bool stand_in_ = false;
    value_skip skip_;
    // Must not be the first member: the parser uses its own address as its "suspended" mark, so no
    // input may end right before it (boostorg/json issue 828).
    boost::json::basic_parser<decode_handler> parser_;
};

}}}  // namespace setpoint::v0::json
