#include "cel/unescape.hpp"

#include "cel/utf8.hpp"

#include <cstdint>

namespace setpoint { inline namespace v0 { namespace cel {

namespace {

std::string normalize_newlines(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\r') {
            out += text[i];
            continue;
        }
        out += '\n';
        if (i + 1 < text.size() && text[i + 1] == '\n') ++i;
    }
    return out;
}

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

class unescaper {
public:
    unescaper(std::string_view text, bool bytes, std::string& error)
        : text_(text), bytes_(bytes), error_(error) {}

    std::string run() {
        while (!text_.empty() && error_.empty()) {
            const std::size_t slash = text_.find('\\');
            out_ += text_.substr(0, slash);
            if (slash == std::string_view::npos) break;
            text_.remove_prefix(slash + 1);
            escape();
        }
        return error_.empty() ? out_ : std::string();
    }

private:
    void escape() {
        if (text_.empty()) return fail("unable to unescape string, found '\\' as last character");
        const char c = text_[0];
        text_.remove_prefix(1);
        constexpr std::string_view names = "abfnrtv\\'\"`?";
        constexpr std::string_view meanings = "\a\b\f\n\r\t\v\\'\"`?";
        const std::size_t simple = names.find(c);
        if (simple != std::string_view::npos) {
            out_ += meanings[simple];
        } else if (c == 'x' || c == 'X') {
            code(2, 16, !bytes_);
        } else if ((c == 'u' || c == 'U') && !bytes_) {
            code(c == 'u' ? 4 : 8, 16, true);
        } else if (c >= '0' && c <= '3') {
            octal(c);
        } else {
            fail("unable to unescape string");
        }
    }

    void octal(char first) {
        std::uint32_t made = first - '0';
        if (text_.size() < 2) return fail("unable to unescape octal sequence in string");
        for (int i = 0; i < 2; ++i) {
            if (text_[i] < '0' || text_[i] > '7') return fail("unable to unescape octal sequence in string");
            made = made * 8 + (text_[i] - '0');
        }
        text_.remove_prefix(2);
        put(made, !bytes_);
    }

    void code(std::size_t digits, std::uint32_t base, bool encode) {
        std::uint32_t made = 0;
        if (text_.size() < digits) return fail("unable to unescape string");
        for (std::size_t i = 0; i < digits; ++i) {
            const int digit = hex_digit(text_[i]);
            if (digit < 0) return fail("unable to unescape string");
            made = made * base + static_cast<std::uint32_t>(digit);
        }
        text_.remove_prefix(digits);
        put(made, encode);
    }

    void put(std::uint32_t made, bool encode) {
        if (!bytes_ && (made > 0x10FFFF || (made >= 0xD800 && made <= 0xDFFF)))
            return fail("invalid unicode code point");
        if (encode)
            append_utf8(out_, made);
        else
            out_ += static_cast<char>(made);
    }

    void fail(std::string_view why) { error_ = why; }

    std::string_view text_;
    bool bytes_;
    std::string& error_;
    std::string out_;
};

}  // namespace

std::string unescape(std::string_view literal, bool bytes, std::string& error) {
    error.clear();
    const std::string normal = normalize_newlines(literal);
    std::string_view text = normal;
    bool raw = false;
    if (!text.empty() && (text[0] == 'r' || text[0] == 'R')) {
        raw = true;
        text.remove_prefix(1);
    }
    if (text.size() < 2 || text.front() != text.back()) return error = "unable to unescape string", "";
    const bool triple = text.size() >= 6 && text[1] == text[0] && text[2] == text[0];
    const std::size_t quotes = triple ? 3 : 1;
    text = text.substr(quotes, text.size() - 2 * quotes);
    if (raw || text.find('\\') == std::string_view::npos) return std::string(text);
    return unescaper(text, bytes, error).run();
}

}}}  // namespace setpoint::v0::cel
