#include "apiserver/objects/protobuf_types.hpp"

#include "apiserver/objects/protobuf_wire.hpp"
#include "framework/core/embedded_text.hpp"

#include <algorithm>
#include <charconv>
#include <deque>
#include <map>
#include <utility>

SETPOINT_TABLE(protobuf, "protobuf.txt");

namespace setpoint::inline v0::apiserver {

namespace {

namespace wire = protobuf_wire;

std::string_view take_until(std::string_view& s, char end) {
    const std::size_t at = s.find(end);
    const std::string_view out = s.substr(0, at);
    s.remove_prefix(at == std::string_view::npos ? s.size() : at + 1);
    return out;
}

std::uint32_t take_index(std::string_view& s) {
    std::uint32_t n = 0;
    const auto [end, ec] = std::from_chars(s.data(), s.data() + s.size(), n);
    s.remove_prefix(static_cast<std::size_t>(end - s.data()));
    return n;
}

char take_char(std::string_view& s) {
    const char c = s.front();
    s.remove_prefix(1);
    return c;
}

// The table: lines "apps/v1/Deployment 12", which name a line of the second part, an empty line, and
// lines "DeploymentSpec 1pi:replicas 2p{17:selector ...". Each word is number, rule, type and names of a
// field; '>' is an embedded message.
class message_table {
public:
    message_table() {
        std::string_view text = SETPOINT_TABLE_TEXT(protobuf);
        const std::size_t middle = text.find("\n\n");
        std::string_view kinds = text.substr(0, middle), lines = text.substr(middle + 2);
        while (!lines.empty()) messages_.emplace_back(take_until(lines, '\n'));
        while (!kinds.empty()) {
            std::string_view line = take_until(kinds, '\n');
            const std::string_view name = take_until(line, ' ');
            const std::size_t slash = name.rfind('/');
            kinds_.emplace(std::pair(name.substr(0, slash), name.substr(slash + 1)), take_index(line));
        }
    }
    const protobuf_message* find(std::string_view api_version, std::string_view kind) const {
        const auto at = kinds_.find({api_version, kind});
        return at == kinds_.end() ? nullptr : &messages_[at->second];
    }
    const protobuf_message& at(std::size_t index) const { return messages_.at(index); }

private:
    std::deque<protobuf_message> messages_;
    std::map<std::pair<std::string_view, std::string_view>, std::size_t> kinds_;
};

const message_table& table() {
    static const message_table all;
    return all;
}

wire::type wire_of(const protobuf_field& f) {
    if (f.type == 'f') return wire::fixed64;
    return is_protobuf_varint(f.type) ? wire::varint : wire::bytes;
}

// The zero value, with its length if it has one.
std::string zero_of(const protobuf_field& f) {
    std::string value;
    switch (f.type) {
        case 'b':
        case 'i':
        case 'l':
            return std::string(1, '\0');
        case 'f':
            return std::string(sizeof(double), '\0');
        case 'q':
            value =
                "\x0a\x01"
                "0";
            break;
        case 'o':
            value = std::string("\x08\0\x10\0\x1a\0", 6);
            break;
        case '{':
            value = f.of->contents().zero;
            break;
        default:
            break;
    }
    std::string out;
    wire::append(out, value.size());
    return out + value;
}

void add_fields(protobuf_contents& to, protobuf_layout& layout, std::string_view words);

void add_field(protobuf_contents& to, protobuf_layout& layout, std::string_view word) {
    protobuf_layout::part part;
    protobuf_field f;
    f.number = part.number = take_index(word);
    f.rule = take_char(word);
    f.type = take_char(word);
    if (f.type == '[' || f.type == '<') f.many = std::exchange(f.type, take_char(word));
    const std::uint32_t index = f.type == '{' || f.type == '>' ? take_index(word) : 0;
    word.remove_prefix(1);
    f.name = take_until(word, '/');
    f.go_name = word.empty() ? f.name : word;
    if (word.empty() && f.go_name[0] >= 'a' && f.go_name[0] <= 'z') f.go_name[0] += 'A' - 'a';
    if (f.type == '>') {
        part.go_name = f.name;
        part.embedded = std::make_unique<protobuf_layout>();
        add_fields(to, *part.embedded, table().at(index).line());
        layout.parts.push_back(std::move(part));
        return;
    }
    if (f.type == '{') f.of = &table().at(index);
    part.field = to.fields.size();
    if (f.is_always()) {
        wire::append(part.absent, wire::key_of(f.number, wire_of(f)));
        part.absent += zero_of(f);
    }
    to.fields.push_back(std::move(f));
    layout.parts.push_back(std::move(part));
}

void add_fields(protobuf_contents& to, protobuf_layout& layout, std::string_view words) {
    const std::string_view head = take_until(words, ' ');
    layout.go_name = head.substr(0, head.find('!'));
    while (!words.empty()) add_field(to, layout, take_until(words, ' '));
    std::ranges::sort(layout.parts, {}, &protobuf_layout::part::number);
}

// An embedded message is written like a field that is always set.
std::string zero_of(const protobuf_layout& layout) {
    std::string out;
    for (const protobuf_layout::part& p : layout.parts) {
        if (!p.embedded) {
            out += p.absent;
            continue;
        }
        const std::string inner = zero_of(*p.embedded);
        wire::append(out, wire::key_of(p.number, wire::bytes));
        wire::append(out, inner.size());
        out += inner;
    }
    return out;
}

}  // namespace

const protobuf_layout::part* protobuf_layout::find(std::uint32_t number) const {
    const auto at = std::ranges::lower_bound(parts, number, {}, &part::number);
    return at == parts.end() || at->number != number ? nullptr : &*at;
}

std::size_t protobuf_contents::find(std::string_view name, std::size_t& hint) const {
    for (std::size_t n = 0, i = hint; n < fields.size(); ++n, ++i) {
        if (i >= fields.size()) i = 0;
        const std::string_view field = fields[i].name;
        if (field.size() != name.size() || field.empty() || field[0] != name[0] || field != name) continue;
        hint = i + 1;
        return i;
    }
    return std::string_view::npos;
}

const protobuf_message::parsed& protobuf_message::contents() const {
    std::call_once(once_, [this] {
        std::string_view words = line_;
        const std::string_view head = take_until(words, ' ');
        if (const std::size_t mark = head.find('!'); mark != std::string_view::npos)
            parsed_.form = head[mark + 1];
        add_fields(parsed_, parsed_.layout, line_);
        parsed_.zero = zero_of(parsed_.layout);
    });
    return parsed_;
}

const protobuf_message* find_protobuf(std::string_view api_version, std::string_view kind) {
    // Documents of discovery name no version.
    if (kind == "DeleteOptions" || api_version.empty()) api_version = "v1";
    // It has the same fields.
    if (kind == "Eviction" && api_version == "policy/v1beta1") api_version = "policy/v1";
    return table().find(api_version, kind);
}

}  // namespace setpoint::inline v0::apiserver
