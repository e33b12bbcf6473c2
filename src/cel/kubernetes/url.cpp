#include "cel/kubernetes/url.hpp"

#include "cel/quote.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace setpoint { inline namespace v0 { namespace cel {

namespace {

enum class url_part { path, host, user, query, fragment };

struct url_failure {
    std::string message;
};

bool is_alphanumeric(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 && static_cast<unsigned char>(c) < 128;
}

bool must_escape(char c, url_part part) {
    if (is_alphanumeric(c)) return false;
    if (part == url_part::host && std::string_view("!$&'()*+,;=:[]<>\"").find(c) != std::string_view::npos)
        return false;
    if (std::string_view("-_.~").find(c) != std::string_view::npos) return false;
    if (std::string_view("$&+,/:;=?@").find(c) != std::string_view::npos) {
        switch (part) {
            case url_part::path:
                return c == '?';
            case url_part::user:
                return c == '@' || c == '/' || c == '?' || c == ':';
            case url_part::query:
                return true;
            case url_part::fragment:
                return false;
            case url_part::host:
                break;
        }
    }
    if (part == url_part::fragment && std::string_view("!()*").find(c) != std::string_view::npos)
        return false;
    return true;
}

int url_hex(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

std::string unescaped(std::string_view text, url_part part) {
    std::string made;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '%') {
            const bool digits =
                at + 2 < text.size() && url_hex(text[at + 1]) >= 0 && url_hex(text[at + 2]) >= 0;
            const bool allowed = part != url_part::host || (digits && url_hex(text[at + 1]) >= 8);
            if (!digits || !allowed) throw url_failure{"invalid URL escape " + go_quoted(text.substr(at, 3))};
            made += static_cast<char>(url_hex(text[at + 1]) * 16 + url_hex(text[at + 2]));
            at += 2;
        } else if (c == '+' && part == url_part::query) {
            made += ' ';
        } else if (part == url_part::host && static_cast<unsigned char>(c) < 0x80 && must_escape(c, part)) {
            throw url_failure{"invalid character " + go_quoted(text.substr(at, 1)) + " in host name"};
        } else {
            made += c;
        }
    }
    return made;
}

std::string escaped(std::string_view text, url_part part) {
    std::string made;
    for (const char c : text) {
        if (must_escape(c, part))
            made += fmt::format("%{:02X}", static_cast<unsigned char>(c));
        else
            made += c;
    }
    return made;
}

bool is_valid_encoded(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) {
        return std::string_view("!$&'()*+,;=:@[]%").find(c) != std::string_view::npos ||
               !must_escape(c, url_part::path);
    });
}

bool is_valid_port(std::string_view port) {
    if (port.empty()) return true;
    return port[0] == ':' &&
           std::all_of(port.begin() + 1, port.end(), [](char c) { return c >= '0' && c <= '9'; });
}

class url_parser {
public:
    explicit url_parser(std::string_view text) : rest_(text) {}

    go_url run(bool via_request) {
        for (const char c : rest_) {
            if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F)
                throw url_failure{"net/url: invalid control character in URL"};
        }
        if (rest_.empty() && via_request) throw url_failure{"empty url"};
        if (rest_ == "*") {
            made_.path = "*";
            return made_;
        }
        take_scheme();
        const std::size_t question = rest_.find('?');
        if (question != std::string_view::npos) {
            made_.raw_query = rest_.substr(question + 1);
            rest_ = rest_.substr(0, question);
        }
        if (!rest_.starts_with('/')) {
            if (!made_.scheme.empty()) {
                made_.opaque = rest_;
                return made_;
            }
            if (via_request) throw url_failure{"invalid URI for request"};
            if (rest_.substr(0, rest_.find('/')).find(':') != std::string_view::npos) {
                throw url_failure{"first path segment in URL cannot contain colon"};
            }
        }
        const bool authority = !made_.scheme.empty() || (!via_request && !rest_.starts_with("///"));
        if (authority && rest_.starts_with("//")) take_authority();
        made_.path = unescaped(rest_, url_part::path);
        if (escaped(made_.path, url_part::path) != rest_) made_.raw_path = rest_;
        return made_;
    }

private:
    void take_scheme() {
        for (std::size_t i = 0; i < rest_.size(); ++i) {
            const char c = rest_[i];
            if (std::isalpha(static_cast<unsigned char>(c)) != 0) continue;
            if (std::string_view("0123456789+-.").find(c) != std::string_view::npos) {
                if (i == 0) return;
                continue;
            }
            if (c != ':') return;
            if (i == 0) throw url_failure{"missing protocol scheme"};
            for (const char letter : rest_.substr(0, i))
                made_.scheme += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
            rest_.remove_prefix(i + 1);
            return;
        }
    }

    void take_authority() {
        rest_.remove_prefix(2);
        const std::size_t slash = std::min(rest_.find('/'), rest_.size());
        std::string_view authority = rest_.substr(0, slash);
        rest_.remove_prefix(slash);
        const std::size_t at = authority.rfind('@');
        if (at != std::string_view::npos) {
            take_user(authority.substr(0, at));
            authority.remove_prefix(at + 1);
        }
        take_host(authority);
    }

    void take_user(std::string_view user) {
        for (const char c : user) {
            if (!is_alphanumeric(c) &&
                std::string_view("-._:~!$&'()*+,;=%@").find(c) == std::string_view::npos) {
                throw url_failure{"net/url: invalid userinfo"};
            }
        }
        unescaped(user, url_part::user);
        made_.user = user;
    }

    void take_host(std::string_view host) {
        if (host.starts_with('[')) {
            const std::size_t end = host.rfind(']');
            if (end == std::string_view::npos) throw url_failure{"missing ']' in host"};
            const std::string_view port = host.substr(end + 1);
            if (!is_valid_port(port)) throw url_failure{"invalid port " + go_quoted(port) + " after host"};
        } else if (const std::size_t colon = host.rfind(':'); colon != std::string_view::npos) {
            const std::string_view port = host.substr(colon);
            if (!is_valid_port(port)) throw url_failure{"invalid port " + go_quoted(port) + " after host"};
        }
        made_.host = unescaped(host, url_part::host);
    }

    std::string_view rest_;
    go_url made_;
};

std::size_t port_start(const std::string& host) {
    const std::size_t colon = host.rfind(':');
    return colon != std::string::npos && is_valid_port(std::string_view(host).substr(colon)) ? colon
                                                                                             : host.size();
}

}  // namespace

std::string go_url::hostname() const {
    std::string name = host.substr(0, port_start(host));
    if (name.size() >= 2 && name.front() == '[' && name.back() == ']') return name.substr(1, name.size() - 2);
    return name;
}

std::string go_url::port() const {
    const std::size_t start = port_start(host);
    return start < host.size() ? host.substr(start + 1) : "";
}

std::string go_url::escaped_path() const {
    if (!raw_path.empty() && is_valid_encoded(raw_path)) return raw_path;
    return path == "*" ? path : escaped(path, url_part::path);
}

std::vector<std::pair<std::string, std::string>> go_url::query() const {
    std::vector<std::pair<std::string, std::string>> made;
    std::string_view rest = raw_query;
    while (!rest.empty()) {
        const std::string_view entry = rest.substr(0, rest.find('&'));
        rest.remove_prefix(std::min(entry.size() + 1, rest.size()));
        if (entry.empty() || entry.find(';') != std::string_view::npos) continue;
        const std::size_t equals = std::min(entry.find('='), entry.size());
        try {
            std::string key = unescaped(entry.substr(0, equals), url_part::query);
            made.emplace_back(std::move(key), equals < entry.size()
                                                  ? unescaped(entry.substr(equals + 1), url_part::query)
                                                  : "");
        } catch (const url_failure&) {  // skipped, as Go does
        }
    }
    return made;
}

std::optional<go_url> parse_request_url(std::string_view text, std::string& error) {
    try {
        url_parser(text).run(true);
        const std::size_t hash = std::min(text.find('#'), text.size());
        go_url made = url_parser(text.substr(0, hash)).run(false);
        if (hash < text.size()) made.fragment = unescaped(text.substr(hash + 1), url_part::fragment);
        return made;
    } catch (const url_failure& why) {
        error = fmt::format("parse {}: {}", go_quoted(text), why.message);
        return std::nullopt;
    }
}

}}}  // namespace setpoint::v0::cel
