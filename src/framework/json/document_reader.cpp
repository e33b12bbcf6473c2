#include "framework/json/document_reader.hpp"

#include <boost/json/basic_parser_impl.hpp>

#include <utility>

namespace setpoint { inline namespace v0 { namespace json {
namespace {

// The parser unescapes into a stack buffer of this size and, resumed inside an escape, can write up
// to 3 bytes more than its input (boostorg/json issue 876). Smaller pieces are safe.
constexpr std::size_t largest_piece = BOOST_JSON_STACK_BUFFER_SIZE - 16;

boost::json::parse_options strict(const decode_options& options) {
    boost::json::parse_options o;
    o.max_depth = options.max_depth;
    return o;
}

// A member that is nearly half of most objects and that few types describe. If it is not wanted,
// its value is skipped ahead of the parser, several times as fast. A quote inside a string is
// preceded by a backslash, so these bytes always end a name, and a value follows.
constexpr std::string_view bulk = "\"managedFields\":";

// Returns where it begins in s, or npos. Searches for the capital, since capitals are rare.
std::size_t find_bulk(std::string_view s) {
    constexpr std::size_t capital = bulk.find('F');
    for (std::size_t at = capital; (at = s.find('F', at)) != s.npos; ++at)
        if (s.substr(at - capital).starts_with(bulk)) return at - capital;
    return s.npos;
}

// Returns the length of the longest suffix of s that is a prefix of it.
std::size_t partial_at_end(std::string_view s) {
    for (std::size_t at = s.size() - std::min(s.size(), bulk.size() - 1); (at = s.find('"', at)) != s.npos;
         ++at)
        if (bulk.starts_with(s.substr(at))) return s.size() - at;
    return 0;
}

error after_the_end(std::uint64_t offset) {
    return {errc::bad_data, fmt::format("the document ends before byte {}, yet more follows", offset)};
}

error use_after_failure() {
    return {errc::bad_data, "the decoder has failed and was not restarted"};
}

}  // namespace

document_reader::document_reader(const decode_options& options) : parser_(strict(options), options) {}

void document_reader::start(const type_info& type, void* target) {
    offset_ = 0;
    failed_ = may_skip_ = stand_in_ = false;
    name_begun_ = 0;
    skip_.stop();
    parser_.reset();
    parser_.handler().start(type, target);
}

result<std::size_t> document_reader::feed(std::string_view piece) {
    boost::json::error_code ec;
    const std::size_t taken = parser_.write_some(true, piece.data(), piece.size(), ec);
    offset_ += taken;
    if (std::size_t open = 0; ec == boost::json::error::too_deep && parser_.handler().can_skip(open)) {
        skip_.start(open);
        return taken;
    }
    if (ec) {
        failed_ = true;
        return parser_.handler().failure(ec, offset_);
    }
    return taken;
}

std::size_t document_reader::skip(std::string_view piece) {
    const std::size_t taken = skip_.take(piece);
    offset_ += taken;
    if (skip_.active()) return taken;
    boost::json::error_code ec;
    if (std::exchange(stand_in_, false))
        parser_.write_some(true, "null", 4, ec);
    else
        replay();
    return taken;
}

// The parser has given up on the document: leads it to the same position of a new document and
// continues there.
void document_reader::replay() {
    decode_handler& handler = parser_.handler();
    const std::string way = handler.replay_prefix();
    boost::json::error_code ec;
    parser_.reset();
    handler.begin_replay();
    parser_.write_some(true, way.data(), way.size(), ec);
    handler.end_replay();
}

result<> document_reader::parse(std::string_view bytes) {
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

void document_reader::after_name() {
    // A value that is too deep may contain the name too.
    may_skip_ = !skip_.active() && parser_.handler().value_is_unknown();
}

result<std::size_t> document_reader::continue_name(std::string_view bytes) {
    std::size_t taken = 0;
    while (taken < bytes.size() && name_begun_ < bulk.size() && bytes[taken] == bulk[name_begun_])
        ++taken, ++name_begun_;
    if (name_begun_ < bulk.size() && taken == bytes.size()) return taken;
    const std::size_t begun = std::exchange(name_begun_, 0);
    const result<> ok = parse(bulk.substr(0, begun));
    if (!ok) return ok.error();
    if (begun == bulk.size()) after_name();
    return taken;
}

result<std::size_t> document_reader::up_to_bulk(std::string_view bytes) {
    const std::size_t at = find_bulk(bytes);
    if (at == bytes.npos) {
        const std::size_t begun = partial_at_end(bytes);
        const result<> ok = parse(bytes.substr(0, bytes.size() - begun));
        if (!ok) return ok.error();
        // Skipped text contains no names.
        if (!skip_.active()) name_begun_ = begun;
        return bytes.size() - begun + name_begun_;
    }
    const std::size_t end = at + bulk.size();
    const result<> ok = parse(bytes.substr(0, end));
    if (!ok) return ok.error();
    after_name();
    return end;
}

result<> document_reader::write(std::string_view bytes) {
    if (failed_) return use_after_failure();
    while (!bytes.empty()) {
        if (std::exchange(may_skip_, false) && (bytes.front() == '[' || bytes.front() == '{')) {
            stand_in_ = true;
            skip_.start(0);
        }
        if (skip_.active()) {
            bytes.remove_prefix(skip(bytes));
            continue;
        }
        const auto taken = name_begun_ != 0 ? continue_name(bytes) : up_to_bulk(bytes);
        if (!taken) return taken.error();
        bytes.remove_prefix(*taken);
    }
    return {};
}

result<> document_reader::finish() {
    if (failed_) return use_after_failure();
    if (const std::size_t begun = std::exchange(name_begun_, 0); begun != 0)
        if (const result<> ok = parse(bulk.substr(0, begun)); !ok) return ok;
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

}}}  // namespace setpoint::v0::json
