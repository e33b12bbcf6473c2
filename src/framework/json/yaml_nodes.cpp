#include "framework/json/yaml_nodes.hpp"

#include "framework/json/yaml_source.hpp"

#include <fmt/format.h>

#include <map>
#include <new>
#include <yaml.h>

namespace setpoint { inline namespace v0 { namespace json {
namespace {

std::string_view bytes(const yaml_char_t* s) {
    return s ? std::string_view(reinterpret_cast<const char*>(s)) : std::string_view();
}

yaml_refusal refusal(std::string_view why, const yaml_mark_t& at, std::size_t go_line) {
    return {go_line ? fmt::format("yaml: line {}: {}", go_line, why) : fmt::format("yaml: {}", why),
            std::string(why), static_cast<int>(at.line), static_cast<int>(at.column), at.index};
}

class event_stream {
public:
    explicit event_stream(std::string_view text) {
        if (!yaml_parser_initialize(&parser_)) throw std::bad_alloc();
        yaml_parser_set_input_string(&parser_, reinterpret_cast<const unsigned char*>(text.data()),
                                     text.size());
    }
    event_stream(const event_stream&) = delete;
    event_stream& operator=(const event_stream&) = delete;
    ~event_stream() {
        yaml_event_delete(&event_);
        yaml_parser_delete(&parser_);
    }

    // The event is valid until the next call.
    const yaml_event_t& next() {
        yaml_event_delete(&event_);
        if (!yaml_parser_parse(&parser_, &event_)) fail();
        return event_;
    }

private:
    // Go counts lines from 0, except for scanner errors, and omits line 0 (decode.go, fail()).
    [[noreturn]] void fail() const {
        if (parser_.error == YAML_MEMORY_ERROR) throw std::bad_alloc();
        const yaml_mark_t& at = parser_.problem_mark;
        std::size_t line = at.line;
        if (line != 0)
            line += parser_.error == YAML_SCANNER_ERROR ? 1 : 0;
        else
            line = parser_.context_mark.line;
        const std::string_view why =
            parser_.problem ? parser_.problem : "unknown problem parsing YAML content";
        yaml_refusal r = refusal(why, at, line);
        if (parser_.error == YAML_READER_ERROR) r.line = -1;  // only an offset is available
        throw r;
    }

    yaml_parser_t parser_{};
    yaml_event_t event_{};
};

class tree_reader {
public:
    tree_reader(std::string_view text, std::size_t max_depth)
        : events_(text),
          source_(text),
          has_escaped_slash_(text.find("\\/") != text.npos),
          max_depth_(max_depth) {}

    yaml_nodes read() {
        events_.next();  // the stream begins
        const yaml_event_t& begin = events_.next();
        if (begin.type == YAML_STREAM_END_EVENT) return {};
        // libyaml accepts 1.2 too.
        const yaml_version_directive_t* const version = begin.data.document_start.version_directive;
        if (version && (version->major != 1 || version->minor != 1))
            throw refusal("found incompatible YAML document", begin.start_mark, begin.start_mark.line);
        do take(events_.next());
        while (!open_.empty());
        events_.next();  // the document ends: the text after it must not belong to it
        return std::move(out_);
    }

private:
    struct level {
        std::uint32_t node;
        bool flow, list;
        yaml_mark_t at;
        std::vector<std::uint32_t> children;
    };

    void take(const yaml_event_t& e) {
        switch (e.type) {
            case YAML_ALIAS_EVENT:
                return alias(e);
            case YAML_SCALAR_EVENT: {
                const auto& s = e.data.scalar;
                check_scalar(e);
                yaml_node& n = add(yaml_node::kind::scalar, e, s.anchor, s.tag);
                n.plain = s.plain_implicit != 0;
                n.text.assign(reinterpret_cast<const char*>(s.value), s.length);
                return;
            }
            case YAML_SEQUENCE_START_EVENT:
                add(yaml_node::kind::sequence, e, e.data.sequence_start.anchor, e.data.sequence_start.tag);
                return open(e);
            case YAML_MAPPING_START_EVENT:
                add(yaml_node::kind::mapping, e, e.data.mapping_start.anchor, e.data.mapping_start.tag);
                return open(e);
            case YAML_SEQUENCE_END_EVENT:
            case YAML_MAPPING_END_EVENT:
                return close();
            default:
                throw refusal("unexpected end of the document", e.start_mark, 0);
        }
    }

    yaml_node& add(yaml_node::kind kind, const yaml_event_t& e, const yaml_char_t* anchor,
                   const yaml_char_t* tag) {
        const auto index = static_cast<std::uint32_t>(out_.all.size());
        if (!open_.empty()) open_.back().children.push_back(index);
        yaml_node& n = out_.all.emplace_back();
        n.is = kind;
        n.line = static_cast<std::uint32_t>(e.start_mark.line);
        n.column = static_cast<std::uint32_t>(e.start_mark.column);
        n.tag = bytes(tag);
        if (tag) check_tag(e);
        if (anchor) anchors_[std::string(bytes(anchor))] = index;
        return n;
    }

    // libyaml now accepts texts that go-yaml rejects or reads differently. A comma and brackets end
    // a tag; in go-yaml they are part of it.
    void check_tag(const yaml_event_t& e) {
        std::string_view source = source_.from(e.start_mark.index);
        while (!source.empty() && (source[0] == '!' || source[0] == '&')) {
            const std::string_view property = source.substr(0, source.find_first_of(" \t\r\n"));
            if (property[0] == '!' && !property.starts_with("!<") &&
                property.find_first_of(",[]{}") != property.npos)
                throw refusal("did not find expected whitespace or line break", e.start_mark,
                              e.start_mark.line + 1);
            source.remove_prefix(property.size());
            source.remove_prefix(std::min(source.find_first_not_of(" \t\r\n"), source.size()));
        }
    }
    // It accepts \/ in double quotes, and in flow style a ? inside plain text, as in [http://a/?b].
    void check_scalar(const yaml_event_t& e) {
        const auto& s = e.data.scalar;
        if (has_escaped_slash_ && s.style == YAML_DOUBLE_QUOTED_SCALAR_STYLE) {
            const std::string_view source = source_.between(e.start_mark.index, e.end_mark.index);
            std::size_t line = e.start_mark.line;
            for (std::size_t i = 0; i + 1 < source.size(); ++i) {
                line += source[i] == '\n' ? 1 : 0;
                if (source[i] != '\\') continue;
                if (source[++i] == '/')
                    throw refusal("found unknown escape character", e.start_mark, line == 0 ? 0 : line + 1);
                line += source[i] == '\n' ? 1 : 0;
            }
        }
        if (s.style != YAML_PLAIN_SCALAR_STYLE || open_.empty() || !open_.back().flow) return;
        if (std::string_view(reinterpret_cast<const char*>(s.value), s.length).find('?') ==
            std::string_view::npos)
            return;
        const level& around = open_.back();
        throw refusal(around.list ? "did not find expected ',' or ']'" : "did not find expected ',' or '}'",
                      e.start_mark, e.start_mark.line ? e.start_mark.line : around.at.line);
    }

    void alias(const yaml_event_t& e) {
        const std::string name(bytes(e.data.alias.anchor));
        const auto found = anchors_.find(name);
        if (found == anchors_.end())
            throw refusal(fmt::format("unknown anchor '{}' referenced", name), e.start_mark, 0);
        yaml_node& n = add(yaml_node::kind::alias, e, nullptr, nullptr);
        n.target = found->second;
        n.text = name;
    }

    void open(const yaml_event_t& e) {
        if (open_.size() == max_depth_)
            throw refusal(fmt::format("exceeded max depth of {}", max_depth_), e.start_mark,
                          e.start_mark.line + 1);
        const bool list = e.type == YAML_SEQUENCE_START_EVENT;
        const bool flow = list ? e.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE
                               : e.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE;
        open_.push_back({static_cast<std::uint32_t>(out_.all.size() - 1), flow, list, e.start_mark, {}});
    }

    void close() {
        yaml_node& n = out_.all[open_.back().node];
        const std::vector<std::uint32_t>& children = open_.back().children;
        n.first = static_cast<std::uint32_t>(out_.children.size());
        n.count = static_cast<std::uint32_t>(children.size());
        out_.children.insert(out_.children.end(), children.begin(), children.end());
        open_.pop_back();
    }

    event_stream events_;
    source_cursor source_;
    bool has_escaped_slash_;
    std::size_t max_depth_;
    yaml_nodes out_;
    std::vector<level> open_;
    std::map<std::string, std::uint32_t, std::less<>> anchors_;
};

// libyaml rejects a ':' before a comma or bracket in plain text in flow style, as in {a:}; for
// go-yaml it is part of the word. It is replaced by a character that the text does not contain, and
// restored later: `colon`.
constexpr int max_colons = 32;
constexpr std::size_t max_bytes_with_colons = 64 << 10;

// Replaces the ':' that an error is about; returns false if it is about something else.
bool replace_colon(std::string& source, const yaml_refusal& r, std::string_view colon) {
    if (r.why != "found unexpected ':'" || colon.empty() || source.size() > max_bytes_with_colons)
        return false;
    const std::size_t behind = source_cursor(source).from(r.index).size();
    if (behind == 0 || source[source.size() - behind] != ':') return false;
    source.replace(source.size() - behind, 1, colon);
    return true;
}

void put_back(yaml_nodes& nodes, std::string_view colon) {
    for (yaml_node& n : nodes.all)
        for (std::size_t at = 0; (at = n.text.find(colon, at)) != n.text.npos; ++at)
            n.text.replace(at, colon.size(), ":");
}

}  // namespace

yaml_nodes read_yaml_nodes(std::string_view text, std::size_t max_depth) {
    std::string source = in_utf8_by_mark(text.empty() ? "\n" : text);
    // libyaml skips a byte order mark at the start of any line; for go-yaml it is part of a word.
    if (source.find("\n\xef\xbb\xbf") != source.npos)
        throw yaml_refusal{"yaml: found a byte order mark inside of the text",
                           "a byte order mark inside of the text"};
    std::string colon;
    for (int colons = 0;; ++colons) {
        try {
            yaml_nodes nodes = tree_reader(source, max_depth).read();
            if (colons > 0) put_back(nodes, colon);
            return nodes;
        } catch (const yaml_refusal& r) {
            if (colons == 0) colon = unused_character(source);
            if (colons == max_colons || !replace_colon(source, r, colon)) throw;
        }
    }
}

}}}  // namespace setpoint::v0::json
