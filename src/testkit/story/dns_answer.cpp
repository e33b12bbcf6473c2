#include "testkit/story/dns_answer.hpp"

#include <boost/asio/ip/address_v4.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

// RFC 1035, 4.1.
constexpr std::size_t head_size = 12, longest_label = 63, longest_name = 255, most_addresses = 25;
constexpr std::uint16_t type_a = 1, class_in = 1;

std::uint16_t number_in(std::string_view m, std::size_t at) {
    return static_cast<std::uint16_t>(static_cast<unsigned char>(m[at]) << 8 |
                                      static_cast<unsigned char>(m[at + 1]));
}

void append_16(std::string& to, std::size_t n) {
    to += static_cast<char>(n >> 8 & 0xff);
    to += static_cast<char>(n & 0xff);
}

std::optional<boost::asio::ip::address_v4> address_of(const std::string& text) {
    boost::system::error_code ec;
    const auto a = boost::asio::ip::make_address_v4(text, ec);
    return ec ? std::nullopt : std::optional(a);
}

struct question {
    std::string name;
    std::uint16_t type = 0, of_class = 0;
    std::size_t end = 0;
};

std::optional<question> read_question(std::string_view m) {
    question q;
    std::size_t at = head_size;
    for (;;) {
        if (at >= m.size()) return std::nullopt;
        const std::size_t size = static_cast<unsigned char>(m[at++]);
        if (size == 0) break;
        // A question does not refer to another name.
        if (size > longest_label || at + size > m.size() || q.name.size() + size > longest_name)
            return std::nullopt;
        if (!q.name.empty()) q.name += '.';
        for (const char c : m.substr(at, size))
            q.name += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        at += size;
    }
    if (at + 4 > m.size()) return std::nullopt;
    q.type = number_in(m, at);
    q.of_class = number_in(m, at + 2);
    q.end = at + 4;
    return q;
}

}  // namespace

std::string dns_answer(std::string_view query, const name_lookup& lookup) {
    constexpr unsigned char is_response = 0x80, is_authoritative = 0x04, opcode = 0x78,
                            wants_recursion = 0x01;
    constexpr unsigned char offers_recursion = 0x80, no_such_name = 3;
    if (query.size() < head_size || (static_cast<unsigned char>(query[2]) & (is_response | opcode)) != 0 ||
        number_in(query, 4) != 1)
        return {};
    const std::optional<question> q = read_question(query);
    if (!q) return {};
    std::vector<std::string> addresses = lookup(q->name);
    const bool is_known = !addresses.empty();
    if (q->type != type_a || q->of_class != class_in) addresses.clear();
    std::erase_if(addresses, [](const std::string& one) { return !address_of(one); });
    addresses.resize(std::min(addresses.size(), most_addresses));
    std::string out(query.substr(0, 2));
    const unsigned char wanted = static_cast<unsigned char>(query[2]) & wants_recursion;
    out += static_cast<char>(is_response | is_authoritative | wanted);
    out += static_cast<char>(offers_recursion | (is_known ? 0 : no_such_name));
    append_16(out, 1);
    append_16(out, addresses.size());
    append_16(out, 0);
    append_16(out, 0);
    out += query.substr(head_size, q->end - head_size);
    for (const std::string& one : addresses) {
        append_16(out, 0xc000 | head_size);  // the name in the question
        append_16(out, type_a);
        append_16(out, class_in);
        constexpr std::string_view seconds("\0\0\0\1", 4);
        out += seconds;
        append_16(out, 4);
        for (const unsigned char byte : address_of(one)->to_bytes()) out += static_cast<char>(byte);
    }
    return out;
}

}}}  // namespace setpoint::v0::story
