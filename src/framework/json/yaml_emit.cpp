#include "framework/core/utf8.hpp"
#include "framework/json/number.hpp"
#include "framework/json/yaml_scalar.hpp"
#include "setpoint/json/yaml.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace json {
namespace {

std::string_view view(const boost::json::string& s) {
    return {s.data(), s.size()};
}
std::string_view view(boost::json::string_view s) {
    return {s.data(), s.size()};
}

// Appends one character, or one byte of invalid UTF-8.
void append_quoted(std::string_view sequence, std::string& out) {
    switch (sequence[0]) {
        case '"':
            out += "\\\"";
            return;
        case '\\':
            out += "\\\\";
            return;
        case '\n':
            out += "\\n";
            return;
        case '\r':
            out += "\\r";
            return;
        case '\t':
            out += "\\t";
            return;
        default:
            break;
    }
    const auto byte = [&](std::size_t i) {
        return static_cast<unsigned>(static_cast<unsigned char>(sequence[i]));
    };
    if (sequence.size() == 1 && (byte(0) < 0x20 || byte(0) == 0x7f)) {
        out += fmt::format("\\x{:02x}", byte(0));
    } else if (sequence.size() == 2 && byte(0) == 0xc2 && byte(1) < 0xa0) {
        out += fmt::format("\\x{:02x}", byte(1));
    } else if (sequence.size() == 3 && !printable(sequence)) {
        out += fmt::format("\\u{:04x}", (byte(0) & 0xf) << 12 | (byte(1) & 0x3f) << 6 | (byte(2) & 0x3f));
    } else {
        out += sequence;
    }
}

void write_quoted(std::string_view s, std::string& out) {
    out += '"';
    while (!s.empty()) {
        const std::size_t n = utf8_sequence(s);
        append_quoted(n ? s.substr(0, n) : "\xef\xbf\xbd", out);
        s.remove_prefix(n ? n : 1);
    }
    out += '"';
}

void inline_string(std::string_view s, std::string& out) {
    if (needs_quotes(s)) return write_quoted(s, out);
    out += s;
}

// Whether s can be a literal block: lines of printable text whose first line determines the
// indentation. Lines of blanks only are quoted, since readers differ about them.
bool fits_block(std::string_view s) {
    if (s.find('\n') == s.npos || s[0] == ' ' || s[0] == '\t' || s[0] == '\n') return false;
    while (!s.empty()) {
        std::string line(s.substr(0, s.find('\n')));
        s.remove_prefix(std::min(line.size() + 1, s.size()));
        if (!line.empty() && line.find_first_not_of(" \t") == line.npos) return false;
        std::replace(line.begin(), line.end(), '\t', ' ');
        if (!printable(line)) return false;
    }
    return true;
}

class emitter {
public:
    explicit emitter(std::string& out) : out_(out) {}

    // Writes the value after "key:" or "-", at the indentation of that key or dash.
    void after(const boost::json::value& v, std::size_t indent, bool in_list) {
        if (v.is_object() && !v.get_object().empty()) {
            out_ += in_list ? " " : "\n";
            return map(v.get_object(), indent + 2, in_list);
        }
        if (v.is_array() && !v.get_array().empty()) {
            out_ += in_list ? " " : "\n";
            return list(v.get_array(), in_list ? indent + 2 : indent, in_list);
        }
        out_ += ' ';
        if (v.is_string() && fits_block(view(v.get_string()))) return block(view(v.get_string()), indent + 2);
        scalar(v);
        out_ += '\n';
    }

    void document(const boost::json::value& v) {
        if (v.is_object() && !v.get_object().empty()) return map(v.get_object(), 0, false);
        if (v.is_array() && !v.get_array().empty()) return list(v.get_array(), 0, false);
        scalar(v);
        out_ += '\n';
    }

private:
    // `begun`: the first line already has its prefix.
    void map(const boost::json::object& object, std::size_t indent, bool begun) {
        constexpr std::size_t longest_plain_key =
            1000;  // readers search for the colon only within 1024 characters
        for (const auto& [key, value] : object) {
            if (!std::exchange(begun, false)) out_.append(indent, ' ');
            const std::size_t at = out_.size();
            inline_string(view(key), out_);
            if (out_.size() - at <= longest_plain_key) {
                out_ += ':';
                after(value, indent, false);
                continue;
            }
            out_.insert(at, "? ");
            out_ += '\n';
            out_.append(indent, ' ');
            out_ += ':';
            after(value, indent, true);
        }
    }

    void list(const boost::json::array& array, std::size_t indent, bool begun) {
        for (const auto& entry : array) {
            if (!std::exchange(begun, false)) out_.append(indent, ' ');
            out_ += '-';
            after(entry, indent, true);
        }
    }

    void block(std::string_view s, std::size_t indent) {
        const std::size_t end = s.find_last_not_of('\n') + 1;
        const std::size_t breaks = s.size() - end;
        out_ += breaks == 0 ? "|-\n" : breaks == 1 ? "|\n" : "|+\n";
        if (breaks > 0) s.remove_suffix(1);
        for (;;) {
            const std::size_t line = std::min(s.find('\n'), s.size());
            if (line > 0) out_.append(indent, ' ').append(s.substr(0, line));
            out_ += '\n';
            if (line == s.size()) return;
            s.remove_prefix(line + 1);
        }
    }

    void scalar(const boost::json::value& v) {
        switch (v.kind()) {
            case boost::json::kind::null:
                out_ += "null";
                return;
            case boost::json::kind::bool_:
                out_ += v.get_bool() ? "true" : "false";
                return;
            case boost::json::kind::int64:
                out_ += fmt::format("{}", v.get_int64());
                return;
            case boost::json::kind::uint64:
                out_ += fmt::format("{}", v.get_uint64());
                return;
            case boost::json::kind::double_:
                return number(v.get_double());
            case boost::json::kind::string:
                return inline_string(view(v.get_string()), out_);
            case boost::json::kind::array:
                out_ += "[]";
                return;
            case boost::json::kind::object:
                out_ += "{}";
                return;
        }
    }

    void number(double d) {
        std::string s;
        append_number(d, s);
        // With a point: YAML 1.1 requires it for a float, and it prevents reading the number back
        // as an integer.
        if (s != "null" && s.find('.') == s.npos) s.insert(std::min(s.find('e'), s.size()), ".0");
        out_ += s;
    }

    std::string& out_;
};

}  // namespace

std::string to_yaml(const boost::json::value& value) {
    std::string out;
    emitter(out).document(value);
    return out;
}

}}}  // namespace setpoint::v0::json
