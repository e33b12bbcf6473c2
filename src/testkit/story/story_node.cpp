#include "testkit/story/story_node.hpp"

#include "apiserver/objects/fields.hpp"
#include "framework/json/yaml_decode.hpp"
#include "framework/json/yaml_nodes.hpp"
#include "setpoint/api/time.hpp"
#include "setpoint/story/explore.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

constexpr std::size_t deepest_story = 64;

std::string path_of_key(std::string_view parent, std::string_view key) {
    const bool is_plain = key.find_first_of(". []'") == std::string_view::npos;
    return is_plain ? fmt::format("{}.{}", parent, key) : fmt::format("{}['{}']", parent, key);
}

void note_lines(const json::yaml_nodes& nodes, std::uint32_t index, const std::string& path,
                std::map<std::string, std::size_t, std::less<>>& to) {
    const json::yaml_node& n = nodes.all[index];
    using kind = json::yaml_node::kind;
    to.emplace(path, n.line + 1);
    if (n.is == kind::sequence)
        for (std::uint32_t i = 0; i < n.count; ++i)
            note_lines(nodes, nodes.children[n.first + i], fmt::format("{}[{}]", path, i), to);
    if (n.is != kind::mapping) return;
    for (std::uint32_t i = 0; i + 1 < n.count; i += 2) {
        const json::yaml_node& key = nodes.all[nodes.children[n.first + i]];
        const std::string member = path_of_key(path, key.text);
        to.emplace(member, key.line + 1);
        note_lines(nodes, nodes.children[n.first + i + 1], member, to);
    }
}

// One document is a story; the YAML reader ignores what follows it.
bool has_second_document(std::string_view text) {
    for (std::size_t at = text.find("\n---"); at != std::string_view::npos; at = text.find("\n---", at + 1)) {
        const std::string_view before = text.substr(0, at);
        std::size_t line = 0;
        while (line < before.size()) {
            const std::string_view one = before.substr(line, before.find('\n', line) - line);
            if (!one.empty() && one[0] != '#' && one != "---") return true;
            line += one.size() + 1;
        }
    }
    return false;
}

}  // namespace

std::shared_ptr<const story_document> parse_story_document(std::string_view text, const std::string& file) {
    auto made = std::make_shared<story_document>();
    made->file = file;
    try {
        const json::yaml_nodes nodes = json::read_yaml_nodes(text, deepest_story);
        if (nodes.all.empty()) throw cannot_explore(file + ": the story is empty");
        std::vector<std::string> repeated;
        made->root = json::decode_yaml(nodes, deepest_story, &repeated);
        if (!repeated.empty()) throw cannot_explore(fmt::format("{}: {}", file, repeated.front()));
        note_lines(nodes, 0, "", made->lines);
    } catch (const json::yaml_refusal& r) {
        const std::string where = r.line < 0 ? file : fmt::format("{}:{}", file, r.line + 1);
        throw cannot_explore(fmt::format("{}: {}", where, r.why));
    }
    if (has_second_document(text))
        throw cannot_explore(file + ": a story is one YAML document; several manifests go into `apply: |`");
    return made;
}

story_node story_node::with_value(bj::value v) const {
    story_node made(std::make_shared<story_document>(story_document{of_->file, std::move(v), of_->lines}));
    made.path_ = path_;
    return made;
}

std::string story_node::where() const {
    // Without a line of its own (an alias, a merge key) that of what contains it.
    for (std::string path = path_;;) {
        if (const auto at = of_->lines.find(path); at != of_->lines.end())
            return fmt::format("{}:{}", of_->file, at->second);
        const std::size_t end = path.find_last_of(".[");
        if (end == std::string::npos) return of_->file;
        path.resize(end);
    }
}

void story_node::fail(std::string_view why) const {
    throw cannot_explore(fmt::format("{}: {}{}{}", where(), path_, path_.empty() ? "" : ": ", why));
}

std::optional<story_node> story_node::find(std::string_view key) const {
    const bj::value* v = value_->is_object() ? value_->get_object().if_contains(key) : nullptr;
    if (!v || v->is_null()) return std::nullopt;
    return story_node(*this, *v, path_of_key(path_, key));
}

story_node story_node::need(std::string_view key) const {
    auto found = find(key);
    if (!found) fail(fmt::format("{} is missing", key));
    return *std::move(found);
}

const bj::object& story_node::object() const {
    if (!value_->is_object()) fail("must be a mapping");
    return value_->get_object();
}

void story_node::only(std::initializer_list<std::string_view> keys) const {
    for (const auto& m : object()) {
        const std::string_view key = m.key();
        if (std::find(keys.begin(), keys.end(), key) != keys.end()) continue;
        story_node(*this, m.value(), path_of_key(path_, key))
            .fail(fmt::format("unknown key; known are {}", fmt::join(keys, ", ")));
    }
}

std::vector<story_node> story_node::items() const {
    if (!value_->is_array()) fail("must be a list");
    std::vector<story_node> all;
    const bj::array& list = value_->get_array();
    all.reserve(list.size());
    for (std::size_t i = 0; i < list.size(); ++i)
        all.push_back(story_node(*this, list[i], fmt::format("{}[{}]", path_, i)));
    return all;
}

std::string story_node::text() const {
    const bj::string* const s = value_->if_string();
    if (!s) fail("must be a string; put it in quotes");
    if (s->empty()) fail("must not be empty");
    return {s->data(), s->size()};
}

std::int64_t story_node::number(std::int64_t least, std::int64_t most) const {
    const auto n = value_->is_number() ? apiserver::number_of(*value_) : std::nullopt;
    if (!n || *n < least || *n > most) fail(fmt::format("must be a number from {} to {}", least, most));
    return *n;
}

bool story_node::boolean() const {
    if (!value_->is_bool()) fail("must be true or false");
    return value_->get_bool();
}

duration story_node::time() const {
    const auto d = value_->is_string() ? go_duration::parse(text()) : result<go_duration>(error());
    if (!d || d->value() < std::chrono::milliseconds(1)) fail("must be a duration such as 10s");
    return d->value();
}

std::string story_node::one_of(std::initializer_list<std::string_view> all) const {
    std::string given = text();
    if (std::find(all.begin(), all.end(), given) == all.end())
        fail(fmt::format("\"{}\" is not one of {}", given, fmt::join(all, ", ")));
    return given;
}

}}}  // namespace setpoint::v0::story
