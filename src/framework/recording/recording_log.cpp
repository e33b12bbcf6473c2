#include "framework/recording/recording_log.hpp"

#include "framework/core/hash.hpp"
#include "setpoint/http/message.hpp"

#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>
#include <utility>

namespace setpoint { inline namespace v0 {

namespace {

void append_text(std::string& to, std::string_view text) {
    detail::append_number(to, text.size());
    to.append(text);
}

std::uint64_t number_of(duration d) {
    return static_cast<std::uint64_t>(d.count());
}

}  // namespace

void detail::append_number(std::string& to, std::uint64_t n) {
    for (; n >= 0x80; n >>= 7) to += static_cast<char>(n | 0x80U);
    to += static_cast<char>(n);
}

boost::json::object detail::to_json(const recording_header& h) {
    boost::json::object o{{"program", h.program},
                          {"version", h.version},
                          {"build", h.build},
                          {"seed", h.seed},
                          {"start", h.start.time_since_epoch().count()},
                          {"found", h.found}};
    boost::json::array& arguments = o["arguments"].emplace_array();
    for (const std::string& one : h.arguments) arguments.emplace_back(one);
    return o;
}

recording_log::recording_log(const recording_header& header, std::size_t limit) : limit_(limit) {
    std::string begin(recording::magic);
    append_text(begin, boost::json::serialize(detail::to_json(header)));
    checksum_ = hash_bytes(begin);
    begin_ = std::make_shared<const std::string>(std::move(begin));
}

void recording_log::begin(recorded_input::kind what, time_point when) {
    entry_.clear();
    entry_ += static_cast<char>(what);
    detail::append_number(entry_, number_of(when - last_));
    entry_time_ = when;
}

// `tail` is the end of the entry, which is long and would be copied twice otherwise.
bool recording_log::add(std::string_view tail) {
    if (!is_recording()) return false;
    if (size_ + entry_.size() + tail.size() > limit_) {
        cut("its memory is full");
        return false;
    }
    append(entry_);
    append(tail);
    last_ = entry_time_;
    return true;
}

void recording_log::append(std::string_view bytes) {
    size_ += bytes.size();
    while (!bytes.empty()) {
        last_chunk_.reserve(chunk_size);
        const std::size_t fits = std::min(bytes.size(), chunk_size - last_chunk_.size());
        last_chunk_.append(bytes.substr(0, fits));
        bytes.remove_prefix(fits);
        if (last_chunk_.size() < chunk_size) break;
        checksum_ = hash_bytes(last_chunk_, checksum_);
        chunks_.push_back(std::make_shared<const std::string>(std::exchange(last_chunk_, {})));
    }
}

void recording_log::step(time_point when, std::uint64_t turns, std::uint16_t check,
                         const recording_state& after) {
    begin(recorded_input::kind::step, when);
    detail::append_number(entry_, turns);
    entry_ += static_cast<char>(check & 0xffU);
    entry_ += static_cast<char>(check >> 8U);
    if (add()) end_ = after;
}

void recording_log::head(time_point when, std::uint64_t call, int status, const http::header_list& headers) {
    if (!is_recording()) return;
    // The API server sends the same with nearly each answer, apart from these. Only metrics read one of them,
    // Date, for the age of what an informer has; the run does not depend on metrics.
    const auto is_left_out = [](std::string_view name) {
        for (const std::string_view one : {"Audit-Id", "Date", "Content-Length", "Set-Cookie"})
            if (http::same_token(name, one)) return true;
        return false;
    };
    std::string text;
    std::uint64_t count = 0;
    for (const auto& [name, value] : headers) {
        if (is_left_out(name)) continue;
        append_text(text, name);
        append_text(text, value);
        ++count;
    }
    begin(recorded_input::kind::head, when);
    detail::append_number(entry_, call);
    detail::append_number(entry_, static_cast<std::uint64_t>(status));
    const auto known = heads_.find(text);
    if (known != heads_.end()) {
        detail::append_number(entry_, known->second);
        add();
        return;
    }
    // 0: written here, and the next number from now on
    detail::append_number(entry_, 0);
    const bool kept = heads_.size() < most_heads;
    entry_ += kept ? '\1' : '\0';
    detail::append_number(entry_, count);
    if (add(text) && kept) {
        size_ += text.size();  // the map's copy
        heads_.emplace(std::move(text), heads_.size() + 1);
    }
}

void recording_log::piece(time_point when, std::uint64_t call, std::string_view text,
                          std::uint64_t redacted) {
    begin(recorded_input::kind::piece, when);
    detail::append_number(entry_, call);
    detail::append_number(entry_, redacted);
    detail::append_number(entry_, text.size());
    add(text);
}

void recording_log::failure(time_point when, std::uint64_t call, const error& why) {
    begin(recorded_input::kind::failure, when);
    detail::append_number(entry_, call);
    detail::append_number(entry_, static_cast<std::uint64_t>(why.code));
    for (const std::string* text : {&why.message, &why.server_text, &why.reason}) append_text(entry_, *text);
    detail::append_number(entry_, static_cast<std::uint64_t>(why.http_status));
    const std::int64_t after = why.retry_after ? why.retry_after->count() + 1 : 0;
    detail::append_number(entry_, static_cast<std::uint64_t>(after));
    add();
}

void recording_log::signal(time_point when, int number) {
    begin(recorded_input::kind::signal, when);
    detail::append_number(entry_, static_cast<std::uint64_t>(number));
    add();
}

void recording_log::job_done(time_point when, std::uint64_t number) {
    begin(recorded_input::kind::job_done, when);
    detail::append_number(entry_, number);
    add();
}

void recording_log::clock_moved(time_point when, duration shift) {
    begin(recorded_input::kind::clock_moved, when);
    detail::append_number(entry_, number_of(shift));
    add();
}

recording_text recording_log::text() const {
    std::string end;
    end += static_cast<char>(recorded_input::kind::end);
    detail::append_number(end, 0);
    detail::append_number(end, number_of(end_.when.time_since_epoch()));
    for (const std::uint64_t n : {end_.turns, end_.trace, end_.requests}) detail::append_number(end, n);
    end += cut_.empty() ? '\0' : '\1';
    end.insert(0, last_chunk_);
    const std::uint64_t sum = hash_bytes(end, checksum_);
    for (unsigned shift = 0; shift < 64; shift += 8) end += static_cast<char>(sum >> shift);
    recording_text out;
    out.parts.reserve(chunks_.size() + 2);
    out.parts.push_back(begin_);
    out.parts.insert(out.parts.end(), chunks_.begin(), chunks_.end());
    out.parts.push_back(std::make_shared<const std::string>(std::move(end)));
    return out;
}

std::size_t recording_text::size() const {
    std::size_t bytes = 0;
    for (const auto& one : parts) bytes += one->size();
    return bytes;
}

std::string recording_text::joined() const {
    std::string out;
    out.reserve(size());
    for (const auto& one : parts) out += *one;
    return out;
}

}}  // namespace setpoint::v0
