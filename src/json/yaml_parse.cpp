#include "json/chars.hpp"
#include "json/yaml_scalar.hpp"
#include <setpoint/core/utf8.hpp>
#include <setpoint/json/decode.hpp>
#include <setpoint/json/yaml.hpp>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <sstream>

namespace setpoint::json {
namespace {

constexpr std::size_t max_bytes = 16 << 20;
constexpr std::size_t max_depth = 64;
constexpr std::size_t max_told = 100;  // repeated keys
// Nodes that anchors keep and aliases repeat: some kilobytes of aliases of aliases would else become
// gigabytes.
constexpr std::size_t max_repeated = 100'000;

struct refused {
    YAML::Mark at;
    std::string why;
};

// The parser writes the escapes \N and \_ as one byte, where UTF-8 has two: 85 and c2 85.
std::string in_utf8(const std::string& text) {
    std::string out;
    for (std::string_view rest = text; !rest.empty();) {
        const std::size_t n = std::max<std::size_t>(utf8_sequence(rest), 1);
        if (utf8_sequence(rest) == 0) out += '\xc2';
        out += rest.substr(0, n);
        rest.remove_prefix(n);
    }
    return out;
}

// Builds trees from the parser's events.
class tree_builder : public YAML::EventHandler {
public:
    explicit tree_builder(std::vector<std::string>* repeated) : repeated_keys_(repeated) {}
    std::vector<boost::json::value> take() { return std::move(documents_); }

    void OnDocumentStart(const YAML::Mark& at) override {
        // The parser hands out one empty document after the other, for ever, where a comma begins one.
        if (at.pos == begun_) throw refused{at, "a document cannot begin with this"};
        begun_ = at.pos;
        open_.clear();
        anchors_.clear();
    }
    void OnDocumentEnd() override {}
    void OnNull(const YAML::Mark& at, YAML::anchor_t anchor) override {
        if (wants_key()) throw refused{at, "a key must be a string"};
        complete(at, anchor, {nullptr});
    }
    void OnAlias(const YAML::Mark& at, YAML::anchor_t anchor) override {
        const auto found = anchors_.find(anchor);
        if (found == anchors_.end()) throw refused{at, "an alias inside of what it stands for"};
        const node& n = found->second;
        spend(at, n.count);
        if (open_.size() + n.depth > max_depth) throw refused{at, too_deep()};
        if (!wants_key()) return complete(at, 0, n);
        if (!n.value.is_string()) throw refused{at, "a key must be a string"};
        set_key(at, std::string_view(n.value.get_string().data(), n.value.get_string().size()));
    }
    void OnScalar(const YAML::Mark& at, const std::string& tag, YAML::anchor_t anchor,
                  const std::string& given) override {
        const std::string text = in_utf8(given);
        if (wants_key()) {
            if (tag == "?" && text == "<<") throw refused{at, "merge keys (<<) are not supported"};
            if (anchor != 0) keep(at, anchor, {boost::json::value(chars(text))});
            return set_key(at, text);
        }
        complete(at, anchor, {scalar(at, tag, text)});
    }
    void OnSequenceStart(const YAML::Mark& at, const std::string& tag, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value) override {
        begin(at, tag, anchor, "tag:yaml.org,2002:seq", boost::json::array());
    }
    void OnSequenceEnd() override { end(); }
    void OnMapStart(const YAML::Mark& at, const std::string& tag, YAML::anchor_t anchor,
                    YAML::EmitterStyle::value) override {
        begin(at, tag, anchor, "tag:yaml.org,2002:map", boost::json::object());
    }
    void OnMapEnd() override { end(); }

private:
    struct node {
        boost::json::value value;
        std::size_t count = 1;  // of nodes, itself included
        std::size_t depth = 0;  // of lists and maps
    };
    struct level {
        node n;
        YAML::Mark at;
        YAML::anchor_t anchor;
        std::optional<std::string> key;
    };

    static std::string too_deep() { return fmt::format("nested deeper than {} levels", max_depth); }

    bool wants_key() const { return !open_.empty() && open_.back().n.value.is_object() && !open_.back().key; }

    void set_key(const YAML::Mark& at, std::string_view key) {
        if (open_.back().n.value.get_object().contains(chars(key))) {
            if (!repeated_keys_) throw refused{at, "the same key is there twice in one map"};
            if (repeated_keys_->size() < max_told)
                repeated_keys_->push_back(
                    fmt::format("line {}: key \"{}\" already set in map", at.line + 1, key));
        }
        open_.back().key = key;
    }

    static boost::json::value scalar(const YAML::Mark& at, const std::string& tag, const std::string& text) {
        const bool is_string =
            tag == "!" || tag == "tag:yaml.org,2002:str" || tag == "tag:yaml.org,2002:binary";
        if (is_string) return boost::json::value(chars(text));
        const bool known = tag == "?" || tag == "tag:yaml.org,2002:int" || tag == "tag:yaml.org,2002:float" ||
                           tag == "tag:yaml.org,2002:bool" || tag == "tag:yaml.org,2002:null";
        if (!known) throw refused{at, "an unknown tag"};
        auto value = resolve_plain(text);
        if (!value) throw refused{at, "a number that JSON cannot hold"};
        return *std::move(value);
    }

    void begin(const YAML::Mark& at, const std::string& tag, YAML::anchor_t anchor, std::string_view known,
               boost::json::value empty) {
        if (wants_key()) throw refused{at, "a key must be a string"};
        if (tag != "?" && tag != "!" && tag != known && !tag.empty()) throw refused{at, "an unknown tag"};
        if (open_.size() == max_depth) throw refused{at, too_deep()};
        open_.push_back({{std::move(empty), 1, 1}, at, anchor, {}});
    }

    void end() {
        level ended = std::move(open_.back());
        open_.pop_back();
        complete(ended.at, ended.anchor, std::move(ended.n));
    }

    void complete(const YAML::Mark& at, YAML::anchor_t anchor, node n) {
        if (anchor != 0) keep(at, anchor, n);
        if (open_.empty()) {
            documents_.push_back(std::move(n.value));
            return;
        }
        level& around = open_.back();
        around.n.count += n.count;
        around.n.depth = std::max(around.n.depth, n.depth + 1);
        if (around.n.value.is_array()) {
            around.n.value.get_array().push_back(std::move(n.value));
        } else {
            around.n.value.get_object().insert_or_assign(chars(*around.key), std::move(n.value));
            around.key.reset();
        }
    }

    void keep(const YAML::Mark& at, YAML::anchor_t anchor, node n) {
        spend(at, n.count);
        anchors_[anchor] = std::move(n);
    }

    void spend(const YAML::Mark& at, std::size_t nodes) {
        repeated_ += nodes;
        if (repeated_ > max_repeated)
            throw refused{at,
                          fmt::format("anchors and aliases that repeat more than {} nodes", max_repeated)};
    }

    std::vector<std::string>* repeated_keys_;
    std::vector<boost::json::value> documents_;
    std::vector<level> open_;
    std::map<YAML::anchor_t, node> anchors_;
    std::size_t repeated_ = 0;
    int begun_ = -1;  // where the last document did
};

// What is no UTF-8 would come out as something else: the reader takes it for text all the same. So would NUL,
// by which it tells UTF-16 and UTF-32; YAML allows no control characters but three (1.2.2, section 5.1).
std::optional<YAML::Mark> first_malformed(std::string_view text) {
    YAML::Mark at;
    while (static_cast<std::size_t>(at.pos) < text.size()) {
        const std::size_t n = utf8_sequence(text.substr(static_cast<std::size_t>(at.pos)));
        const char first = text[static_cast<std::size_t>(at.pos)];
        if (n == 0 || (first >= 0 && first < 0x20 && first != '\t' && first != '\n' && first != '\r'))
            return at;
        const bool line_ends = first == '\n';
        at.pos += static_cast<int>(n);
        at.line += line_ends ? 1 : 0;
        at.column = line_ends ? 0 : at.column + 1;
    }
    return std::nullopt;
}

// What the parser says may quote a character as it stands.
std::string one_line(std::string_view message) {
    std::string out;
    for (const char c : message)
        out += c < 0x20 || c > 0x7e ? fmt::format("\\x{:02x}", static_cast<unsigned char>(c))
                                    : std::string(1, c);
    return out;
}

error bad(std::string_view name, const YAML::Mark& at, std::string_view why) {
    return {errc::bad_data, fmt::format("{}, line {}, column {}: {}", name, at.line + 1, at.column + 1, why)};
}

}  // namespace

result<std::vector<boost::json::value>> parse_yaml(std::string_view text, std::string_view name,
                                                   std::vector<std::string>* repeated) {
    if (text.size() > max_bytes) return error(errc::too_large, fmt::format("{}: longer than 16 MiB", name));
    // JSON is read as what it is: YAML readers stumble over some of it (tabs, surrogate pairs).
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first != text.npos && (text[first] == '{' || text[first] == '['))
        if (auto tree = decode<boost::json::value>(text, {.max_depth = max_depth}))
            return std::vector<boost::json::value>{*std::move(tree)};
    if (const auto at = first_malformed(text)) {
        const char there = text[static_cast<std::size_t>(at->pos)];
        return bad(name, *at, there >= 0 && there < 0x20 ? "a control character" : "the text is not UTF-8");
    }
    try {
        std::istringstream stream{std::string(text)};
        YAML::Parser parser(stream);
        tree_builder builder(repeated);
        while (parser.HandleNextDocument(builder)) {
        }
        return builder.take();
    } catch (const refused& r) {
        return bad(name, r.at, r.why);
    } catch (const YAML::Exception& e) {
        return bad(name, e.mark, one_line(e.msg));
    }
}

}  // namespace setpoint::json
