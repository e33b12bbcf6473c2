#include "apiserver/go/pem.hpp"

#include "framework/core/base64.hpp"

#include <cstddef>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver::go_text {

namespace {

constexpr std::string_view begin_mark = "-----BEGIN ", end_mark = "\n-----END ", dashes = "-----";

struct pem_line {
    std::string_view text;  // without blanks and the line end after it
    std::size_t size = 0;   // with them
};

pem_line first_line(std::string_view text) {
    const std::size_t end = text.find('\n');
    pem_line out{text.substr(0, end), end == std::string_view::npos ? text.size() : end + 1};
    if (end != std::string_view::npos && out.text.ends_with('\r')) out.text.remove_suffix(1);
    while (out.text.ends_with(' ') || out.text.ends_with('\t')) out.text.remove_suffix(1);
    return out;
}

// The loop of pem.Decode. The positions are relative to the rest, and may lie before it.
class pem_scan {
public:
    enum class outcome { found, skipped, none };

    explicit pem_scan(std::string_view text) : rest_(text) {}

    // Tries what stands before the next END line.
    outcome step();
    pem_block take_block() { return std::move(block_); }
    std::string_view rest_after_block() const;

private:
    void advance(std::size_t n);
    bool read_headers();
    bool is_closed() const;
    bool read_bytes();

    std::string_view rest_;
    std::ptrdiff_t end_ = 0;      // of the line end before the END line
    std::ptrdiff_t trailer_ = 0;  // of the type in the END line
    pem_block block_{};
};

void pem_scan::advance(std::size_t n) {
    rest_.remove_prefix(n);
    end_ -= static_cast<std::ptrdiff_t>(n);
    trailer_ -= static_cast<std::ptrdiff_t>(n);
}

pem_scan::outcome pem_scan::step() {
    if (trailer_ < 0 || trailer_ > std::ssize(rest_)) return outcome::none;
    rest_.remove_prefix(static_cast<std::size_t>(trailer_));
    const std::size_t end = rest_.find(end_mark);
    if (end == std::string_view::npos) return outcome::none;
    end_ = static_cast<std::ptrdiff_t>(end);
    trailer_ = end_ + std::ssize(end_mark);
    // The last BEGIN line: those before it have no END line.
    const std::size_t begin = rest_.substr(0, end).rfind(begin_mark);
    if (begin == std::string_view::npos || (begin > 0 && rest_[begin - 1] != '\n')) return outcome::skipped;
    advance(begin + begin_mark.size());
    pem_line type = first_line(rest_);
    advance(type.size);
    if (!type.text.ends_with(dashes)) return outcome::skipped;
    type.text.remove_suffix(dashes.size());
    block_ = {std::string(type.text), false, {}};
    if (!read_headers()) return outcome::none;
    if ((block_.has_headers && end_ < 0) || !is_closed()) return outcome::skipped;
    return read_bytes() ? outcome::found : outcome::skipped;
}

// False if the text ends with a header.
bool pem_scan::read_headers() {
    while (!rest_.empty()) {
        const pem_line line = first_line(rest_);
        if (line.text.find(':') == std::string_view::npos) return true;
        block_.has_headers = true;
        advance(line.size);
    }
    return false;
}

bool pem_scan::is_closed() const {
    const std::string_view trailer = rest_.substr(static_cast<std::size_t>(trailer_));
    const std::size_t size = block_.type.size() + dashes.size();
    return trailer.size() >= size && trailer.starts_with(block_.type) &&
           trailer.substr(0, size).ends_with(dashes) && first_line(trailer.substr(size)).text.empty();
}

bool pem_scan::read_bytes() {
    if (end_ <= 0) return true;
    std::string base64(rest_.substr(0, static_cast<std::size_t>(end_)));
    std::erase_if(base64, [](char c) { return c == ' ' || c == '\t'; });
    auto bytes = base64_decode(base64);
    if (!bytes) return false;
    block_.bytes = std::move(*bytes);
    return true;
}

std::string_view pem_scan::rest_after_block() const {
    // end_ is -1 for an empty block.
    const std::string_view line = rest_.substr(static_cast<std::size_t>(end_ + std::ssize(end_mark) - 1));
    return line.substr(first_line(line).size);
}

}  // namespace

std::optional<pem_block> next_pem_block(std::string_view& text) {
    pem_scan scan(text);
    pem_scan::outcome last = pem_scan::outcome::skipped;
    while (last == pem_scan::outcome::skipped) last = scan.step();
    if (last == pem_scan::outcome::none) return std::nullopt;
    text = scan.rest_after_block();
    return scan.take_block();
}

}}}  // namespace setpoint::v0::apiserver::go_text
