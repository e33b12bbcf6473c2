#include "json/document_reader.hpp"

#include <boost/json/basic_parser_impl.hpp>

namespace setpoint::json {
namespace {

// The parser unescapes into a buffer on the stack of this size and, resumed inside an escape, can write up to
// 3 bytes more than it was given (boostorg/json issue 876): pieces that stay below it by more than that are
// safe.
constexpr std::size_t largest_piece = BOOST_JSON_STACK_BUFFER_SIZE - 16;

boost::json::parse_options strict(const decode_options& options) {
    boost::json::parse_options o;
    o.max_depth = options.max_depth;
    return o;
}

error after_the_end(std::uint64_t offset) {
    return {errc::bad_data, fmt::format("the document ends before byte {}, yet more follows", offset)};
}

error use_after_failure() {
    return {errc::bad_data, "the decoder has failed before and was not started anew"};
}

}  // namespace

document_reader::document_reader(const decode_options& options) : parser_(strict(options), options) {}

void document_reader::start(const type_info& type, void* target) {
    offset_ = 0;
    failed_ = false;
    skip_.stop();
    parser_.reset();
    parser_.handler().start(type, target);
}

result<std::size_t> document_reader::feed(std::string_view piece) {
    boost::json::error_code ec;
    const std::size_t taken = parser_.write_some(true, piece.data(), piece.size(), ec);
    offset_ += taken;
    if (std::size_t open = 0; ec == boost::json::error::too_deep && parser_.handler().pass_over(open)) {
        skip_.start(open);
        return taken;
    }
    if (ec) {
        failed_ = true;
        return parser_.handler().failure(ec, offset_);
    }
    return taken;
}

// The parser has given up on the document: it is led to the same place in another one, and goes on there.
std::size_t document_reader::skip(std::string_view piece) {
    const std::size_t taken = skip_.take(piece);
    offset_ += taken;
    if (skip_.active()) return taken;
    decode_handler& handler = parser_.handler();
    const std::string way = handler.way_back();
    boost::json::error_code ec;
    parser_.reset();
    handler.begin_replay();
    parser_.write_some(true, way.data(), way.size(), ec);
    handler.end_replay();
    return taken;
}

result<> document_reader::write(std::string_view bytes) {
    if (failed_) return use_after_failure();
    while (!bytes.empty()) {
        if (skip_.active()) {
            bytes.remove_prefix(skip(bytes));
            continue;
        }
        if (parser_.done()) {
            const std::size_t first = std::min(bytes.find_first_not_of(" \t\r\n"), bytes.size());
            offset_ += first;
            if (first == bytes.size()) return {};
            failed_ = true;
            return after_the_end(offset_);
        }
        const auto taken = feed(bytes.substr(0, largest_piece));
        if (!taken) return taken.error();
        bytes.remove_prefix(*taken);
    }
    return {};
}

result<> document_reader::finish() {
    if (failed_) return use_after_failure();
    if (done()) return {};
    boost::json::error_code ec;
    if (skip_.active())
        ec = boost::json::error::incomplete;
    else
        parser_.write_some(false, "", 0, ec);
    if (!ec) return {};
    failed_ = true;
    return parser_.handler().failure(ec, offset_);
}

}  // namespace setpoint::json
