#include "apiserver/go/net.hpp"
#include "framework/core/ascii.hpp"
#include "framework/core/base64.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

bool is_visible(char c) {
    return (c >= '!' && c <= '~') || static_cast<unsigned char>(c) >= 0x80;
}
bool is_blank(char c) {
    return c == ' ' || c == '\t';
}
bool is_atom_text(char c) {
    return is_visible(c) && std::string_view("()<>[]:;@\\,\"").find(c) == std::string_view::npos;
}

bool is_q_text(std::string_view s) {
    for (std::size_t i = 0; i < s.size(); ++i) {
        if (s[i] == '=') {
            if (i + 2 >= s.size() || hex_digit(s[i + 1]) < 0 || hex_digit(s[i + 2]) < 0) return false;
            i += 2;
        } else if (!(s[i] >= ' ' && s[i] <= '~') && s[i] != '\n' && s[i] != '\r' && s[i] != '\t') {
            return false;
        }
    }
    return true;
}

enum class word_kind : std::uint8_t { plain, encoded, encoded_empty, foreign };

// How mime.WordDecoder (RFC 2047) classifies a word. A character set that Go does not support is an
// error; a malformed encoded word is taken literally.
word_kind kind_of_word(std::string_view word) {
    if (word.size() < 8 || !word.starts_with("=?") || !word.ends_with("?=") ||
        std::count(word.begin(), word.end(), '?') != 4) {
        return word_kind::plain;
    }
    word = word.substr(2, word.size() - 4);
    const std::size_t mark = word.find('?');
    if (mark == 0 || word.size() < mark + 3 || word[mark + 2] != '?') return word_kind::plain;
    const char encoding = static_cast<char>(std::tolower(static_cast<unsigned char>(word[mark + 1])));
    const std::string_view content = word.substr(mark + 3);
    if (!(encoding == 'b' && base64_decode(content)) && !(encoding == 'q' && is_q_text(content)))
        return word_kind::plain;
    const std::string charset = lower_case(word.substr(0, mark));
    if (charset != "utf-8" && charset != "iso-8859-1" && charset != "us-ascii") return word_kind::foreign;
    const bool empty =
        encoding == 'b' ? content.find_first_not_of("\r\n") == std::string_view::npos : content.empty();
    return empty ? word_kind::encoded_empty : word_kind::encoded;
}

// Mirrors net/mail's addrParser, with its function names. Input is UTF-8.
class address_parser {
public:
    explicit address_parser(std::string_view text) : rest_(text) {}

    bool single_address() {
        const auto n = address(true);
        return n && skip_comments() && rest_.empty() && *n == 1;
    }

private:
    // Returns the number of addresses, or nothing if invalid.
    std::optional<std::size_t> address(bool handle_group) {
        skip_space();
        if (rest_.empty()) return {};
        if (address_spec()) {
            skip_space();
            if (consume('(') && !display_name_comment()) return {};
            return 1;
        }
        if (rest_.front() != '<' && !phrase()) return {};
        skip_space();
        if (handle_group && consume(':')) return group();
        if (!consume('<') || !address_spec() || !consume('>')) return {};
        return 1;
    }

    std::optional<std::size_t> group() {
        skip_space();
        if (consume(';')) return skip_comments() ? std::optional<std::size_t>(0) : std::nullopt;
        for (std::size_t n = 0;;) {
            skip_space();
            const auto more = address(false);
            if (!more || !skip_comments()) return {};
            n += *more;
            if (consume(';')) return skip_comments() ? std::optional(n) : std::nullopt;
            if (!consume(',')) return {};
        }
    }

    // Consumes nothing if invalid.
    bool address_spec() {
        const std::string_view before = rest_;
        if (local_part() && consume('@') && domain()) return true;
        rest_ = before;
        return false;
    }
    bool local_part() {
        skip_space();
        if (rest_.empty()) return false;
        if (rest_.front() != '"') return atom(false).has_value();
        const auto inner = quoted_string();
        return inner && *inner != 0;
    }
    bool domain() {
        skip_space();
        if (rest_.empty()) return false;
        return rest_.front() == '[' ? domain_literal() : atom(false).has_value();
    }

    // Consumes words until something else follows. Encoded words do not count until another word
    // follows: before that, Go does not skip comments.
    bool phrase() {
        bool counted = false, encoded = false;
        while (true) {
            if (counted && !skip_comments()) return false;
            skip_space();
            // even without a word: the caller then fails for lack of an address
            if (rest_.empty()) return true;
            word_kind kind = word_kind::plain;
            bool is_word = false;
            if (rest_.front() == '"') {
                is_word = quoted_string().has_value();
            } else if (const auto text = atom(true)) {
                kind = kind_of_word(*text);
                is_word = kind != word_kind::foreign;
            }
            if (!is_word) return counted || encoded;
            encoded = encoded || kind == word_kind::encoded;
            counted = counted || kind == word_kind::plain;
        }
    }

    // Returns the number of characters inside; if invalid, returns nothing and consumes nothing.
    std::optional<std::size_t> quoted_string() {
        std::size_t inside = 0;
        bool escaped = false;
        for (std::size_t i = 1; i < rest_.size(); ++i) {
            const char c = rest_[i];
            if (!is_visible(c) && !is_blank(c)) return {};
            if (!escaped && c == '"') {
                rest_.remove_prefix(i + 1);
                return inside;
            }
            if (!escaped && c == '\\') {
                escaped = true;
                continue;
            }
            escaped = false;
            ++inside;
        }
        return {};
    }

    // `permissive` allows dots anywhere. Consumes the atom even if its dots are invalid.
    std::optional<std::string_view> atom(bool permissive) {
        const auto end = std::find_if_not(rest_.begin(), rest_.end(), is_atom_text);
        const std::string_view out = rest_.substr(0, static_cast<std::size_t>(end - rest_.begin()));
        if (out.empty()) return {};
        rest_.remove_prefix(out.size());
        if (permissive) return out;
        if (out.front() == '.' || out.back() == '.' || out.find("..") != std::string_view::npos) return {};
        return out;
    }

    bool domain_literal() {
        const std::size_t end = rest_.find(']');
        if (end == std::string_view::npos) return false;
        // Go checks each character for dtext first; every character of an IP address passes.
        if (go_ip(rest_.substr(1, end - 1)) == address_family::none) return false;
        rest_.remove_prefix(end + 1);
        return true;
    }

    bool display_name_comment() {
        const std::string_view before = rest_;
        if (!comment()) return false;
        std::string inner;  // unescaped
        for (std::size_t i = 0; i + 1 < before.size() - rest_.size(); ++i) {
            if (before[i] == '\\') ++i;
            inner += before[i];
        }
        for (std::size_t i = 0; i < inner.size();) {
            const std::size_t end = std::min(inner.find_first_of(" \t", i), inner.size());
            if (kind_of_word(std::string_view(inner).substr(i, end - i)) == word_kind::foreign) return false;
            i = end + 1;
        }
        return true;
    }

    // Called after the opening parenthesis.
    bool comment() {
        std::size_t depth = 1;
        while (!rest_.empty() && depth > 0) {
            if (rest_.front() == '\\' && rest_.size() > 1) {
                rest_.remove_prefix(1);
            } else if (rest_.front() == '(') {
                ++depth;
            } else if (rest_.front() == ')') {
                --depth;
            }
            rest_.remove_prefix(1);
        }
        return depth == 0;
    }
    bool skip_comments() {
        skip_space();
        while (consume('(')) {
            if (!comment()) return false;
            skip_space();
        }
        return true;
    }

    bool consume(char c) {
        if (!rest_.starts_with(c)) return false;
        rest_.remove_prefix(1);
        return true;
    }
    void skip_space() {
        while (!rest_.empty() && is_blank(rest_.front())) rest_.remove_prefix(1);
    }

    std::string_view rest_;
};

}  // namespace

bool is_mail_address(std::string_view text) {
    return address_parser(text).single_address();
}

}}}  // namespace setpoint::v0::apiserver
