#include "cli/explore_init/story_draft.hpp"

#include "cli/explore_init/schema_hints.hpp"
#include "cli/json_members.hpp"
#include "setpoint/json/yaml.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <sstream>

namespace setpoint { inline namespace v0 { namespace cli::draft {

namespace {

constexpr std::size_t most_subjects = 3, line_length = 110;

std::string_view meta_text(const bj::object& o, std::string_view key) {
    const bj::object* const meta = object_in(o, "metadata");
    return meta ? text_in(*meta, key) : std::string_view();
}

// Custom resources may have the names of Kubernetes' own kinds.
bool is_common_kind(std::string_view kind) {
    constexpr std::string_view all[] = {"Service", "Ingress",   "Job",   "Pod",       "Node",
                                        "Secret",  "ConfigMap", "Event", "Namespace", "Deployment",
                                        "Role",    "Endpoints", "Lease"};
    return std::find(std::begin(all), std::end(all), kind) != std::end(all);
}

std::string selection_of(const bj::object& o, bool is_custom) {
    std::string out = fmt::format("kind: {}", text_in(o, "kind"));
    if (is_custom && is_common_kind(text_in(o, "kind")))
        out += fmt::format(", apiVersion: {}", text_in(o, "apiVersion"));
    const std::string_view ns = meta_text(o, "namespace");
    if (!ns.empty() && ns != "default") out += fmt::format(", namespace: {}", ns);
    return out + ", name: " + flow_text(bj::value(bj::string(chars(meta_text(o, "name")))));
}

bool is_plain(std::string_view text) {
    constexpr std::string_view words[] = {"y", "n", "yes", "no", "true", "false", "on", "off", "null"};
    std::string lower;
    for (const char c : text) lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return !text.empty() && std::isalpha(static_cast<unsigned char>(text[0])) &&
           std::find(std::begin(words), std::end(words), lower) == std::end(words) &&
           std::all_of(text.begin(), text.end(), [](char c) {
               return std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_' || c == '.' ||
                      c == '/';
           });
}

class story_text {
public:
    story_text(const operator_source& from, const observation& seen, fs::path folder)
        : from_(from), seen_(seen), folder_(std::move(folder)) {}

    std::string take() { return std::move(out_); }

    void head() {
        line(fmt::format("# Written by `setpoint explore init` from the {}. See docs/stories.md.",
                         from_.what));
        if (!from_.unknown.empty()) line("#\n# Not known:");
        for (const std::string& one : from_.unknown) comment("# - ", one);
    }
    void cluster(const std::vector<subject>& subjects) {
        line("crds:");
        for (const std::string& at : from_.crds) line("  - " + path(at));
        webhooks();
        std::set<std::string> spaces;
        for (const subject& s : subjects) spaces.insert(std::string(meta_text(s.sample.value, "namespace")));
        for (const source_object& o : from_.setup)
            spaces.insert(std::string(meta_text(o.value, "namespace")));
        spaces.erase("");
        spaces.erase("default");
        if (spaces.empty() && from_.setup.empty()) return;
        line("setup:");
        for (const std::string& one : spaces)
            line(fmt::format("  - {{apiVersion: v1, kind: Namespace, metadata: {{name: {}}}}}", one));
        for (const source_object& o : from_.setup)
            if (text_in(o.value, "kind") != "Namespace" ||
                !spaces.contains(std::string(meta_text(o.value, "name"))))
                object("  - ", o);
    }
    void apply(const subject& s) {
        if (!s.sample.file.empty()) return line(fmt::format("  - apply: {{file: {}}}", path(s.sample.file)));
        line("  - apply:");
        indented(json::to_yaml(s.sample.value), "      ");
    }
    void lifetime(const subject& s) {
        const bj::object& o = s.sample.value;
        const std::string target = selection_of(o, true);
        line(fmt::format("  # {} {}", text_in(o, "kind"), meta_text(o, "name")));
        apply(s);
        const status_hint hint = hint_of(s);
        wait_for(target, hint);
        const std::vector<std::string> children = children_of(s);
        for (const std::string& one : children) line(fmt::format("  - wait: {{{}, exists: true}}", one));
        if (children.empty()) children_unknown();
        if (const auto change = change_of(o, *s.definition)) {
            line(fmt::format("  - patch: {{{}, merge: {}}}", target, flow_text(change->merge)));
            after_change(target, hint, *change);
        } else {
            line("  # No field was found that can be changed safely. A change looks like this:");
            line(fmt::format("  # - patch: {{{}, merge: {{spec: {{replicas: 2}}}}}}", target));
        }
        line(fmt::format("  - delete: {{{}}}", target));
        line(fmt::format("  - wait: {{{}, exists: false}}", target));
        for (const std::string& one : children) line(fmt::format("  - wait: {{{}, exists: false}}", one));
    }
    void line(std::string_view text) { out_.append(text).append("\n"); }

private:
    void webhooks() {
        if (!from_.has_webhooks) return;
        if (from_.webhooks.empty() && from_.webhook_port == 0) return line("webhooks: {}");
        line("webhooks:");
        if (from_.webhook_port != 0) line(fmt::format("  port: {}", from_.webhook_port));
        if (!from_.webhooks.empty()) line(fmt::format("  configurations: [{}]", path(from_.webhooks)));
    }
    void comment(std::string begin, std::string_view text) {
        std::istringstream words{std::string(text)};
        std::string all = std::move(begin);
        std::size_t length = all.size();
        for (std::string word; words >> word;) {
            if (length + word.size() > line_length) {
                all += "\n#  ";
                length = 3;
            }
            all += (all.ends_with("- ") ? "" : " ") + word;
            length += word.size() + 1;
        }
        line(all);
    }
    void indented(const std::string& text, std::string_view by) {
        std::istringstream lines(text);
        for (std::string one; std::getline(lines, one);) line(std::string(by) + one);
    }
    void object(std::string_view begin, const source_object& o) {
        if (!o.file.empty()) return line(fmt::format("{}{{file: {}}}", begin, path(o.file)));
        line(fmt::format("{}{}", begin, flow_text(o.value)));
    }
    std::string path(const std::string& of) const {
        std::error_code ec;
        const fs::path absolute = fs::absolute(of, ec).lexically_normal();
        const fs::path near =
            folder_.empty() ? absolute : absolute.lexically_relative(fs::absolute(folder_, ec));
        return flow_text(bj::value(bj::string((near.empty() ? absolute : near).string())));
    }
    void wait_for(const std::string& target, const status_hint& hint) {
        if (hint.condition.empty())
            return line(
                "  # Its definition has no status to wait for; wait for what the operator makes of it "
                "instead.");
        if (hint.is_guess && !seen_.was_played)
            line(
                "  # A guess: the status has this field, and which value means that it is done is not "
                "known.");
        line(fmt::format("  - wait: {{{}, {}}}", target, hint.condition));
    }
    // A status that was observed does not tell its value after the change.
    void after_change(const std::string& target, const status_hint& hint, const spec_change& change) {
        if (hint.condition.empty()) return;
        const bool is_condition = hint.condition.starts_with("condition:");
        if (!is_condition)
            line(fmt::format("  # What shows that {} was changed? So far, only that the status is there.",
                             change.path));
        const std::string condition = hint.condition.substr(0, hint.condition.find(", value:"));
        line(fmt::format("  - wait: {{{}, {}}}", target, condition));
    }
    void children_unknown() {
        std::string text = "Wait for what the operator makes of it, too, and for its end after the deletion.";
        if (!from_.creates.empty())
            text += fmt::format(" Its roles let it create {}.", fmt::join(from_.creates, ", "));
        std::istringstream words(text);
        std::string all = "  #";
        for (std::string word; words >> word;) {
            if (all.size() - all.rfind('\n') - 1 + word.size() > line_length) all += "\n  #";
            all += " " + word;
        }
        line(all);
    }
    status_hint hint_of(const subject& s) const {
        if (!seen_.was_played) return status_hint_of(s.sample.value, *s.definition);
        for (const bj::object& o : objects())
            if (text_in(o, "kind") == text_in(s.sample.value, "kind") &&
                meta_text(o, "name") == meta_text(s.sample.value, "name"))
                return status_hint_of(o);
        return {};
    }
    std::vector<bj::object> objects() const {
        std::vector<bj::object> all;
        for (const std::string& one : seen_.end) {
            boost::system::error_code ec;
            const bj::value v =
                bj::parse(std::string_view(one).substr(std::min(one.size(), one.find(" {") + 1)), ec);
            if (!ec && v.is_object()) all.push_back(v.get_object());
        }
        return all;
    }
    // Objects that are named after it and belong to it.
    std::vector<std::string> children_of(const subject& s) const {
        std::vector<std::string> all;
        for (const bj::object& o : objects()) {
            const bj::object* const meta = object_in(o, "metadata");
            const bj::array* const owners = meta ? array_in(*meta, "ownerReferences") : nullptr;
            const std::string_view name = meta_text(o, "name");
            if (!owners || name.find('*') != std::string_view::npos ||
                name.find('<') != std::string_view::npos)
                continue;
            const bool is_its = std::any_of(owners->begin(), owners->end(), [&](const bj::value& v) {
                return v.is_object() && text_in(v.get_object(), "kind") == text_in(s.sample.value, "kind") &&
                       text_in(v.get_object(), "name") == meta_text(s.sample.value, "name");
            });
            if (is_its) all.push_back(selection_of(o, false));
        }
        return all;
    }

    const operator_source& from_;
    const observation& seen_;
    fs::path folder_;
    std::string out_;
};

}  // namespace

std::string flow_text(const bj::value& v) {
    if (v.is_string())
        return is_plain(view(v.get_string())) ? std::string(view(v.get_string())) : bj::serialize(v);
    if (v.is_array()) {
        std::vector<std::string> all;
        for (const bj::value& one : v.get_array()) all.push_back(flow_text(one));
        return fmt::format("[{}]", fmt::join(all, ", "));
    }
    if (!v.is_object()) return bj::serialize(v);
    std::vector<std::string> all;
    for (const auto& m : v.get_object())
        all.push_back(fmt::format("{}: {}", flow_text(bj::value(bj::string(m.key()))), flow_text(m.value())));
    return fmt::format("{{{}}}", fmt::join(all, ", "));
}

std::vector<subject> choose_subjects(operator_source& from) {
    std::vector<subject> all;
    std::set<std::string> kinds, more;
    for (const source_object& o : from.samples) {
        const std::string kind(text_in(o.value, "kind"));
        if (kinds.contains(kind)) continue;
        if (all.size() == most_subjects) {
            more.insert(kind);
            continue;
        }
        kinds.insert(kind);
        all.push_back({o, definition_of(from, o.value)});
        const bj::object* const spec = object_in(o.value, "spec");
        if (!spec || spec->empty())
            from.unknown.push_back(
                fmt::format("the sample of {} has an empty spec: what users write into it.", kind));
    }
    if (!more.empty())
        from.unknown.push_back(fmt::format("there are samples of {}, too, which the story does not use.",
                                           fmt::join(more, ", ")));
    if (!all.empty()) return all;
    const bj::object& first = from.definitions.front();
    all.push_back({{smallest_object(first), ""}, &first});
    from.unknown.push_back(
        fmt::format("there is no sample: the {} in the story is the smallest one that the schema accepts.",
                    text_in(all[0].sample.value, "kind")));
    return all;
}

std::string draft_story(const operator_source& from, const std::vector<subject>& subjects,
                        const observation& seen, const fs::path& folder) {
    story_text t(from, seen, folder);
    t.head();
    t.cluster(subjects);
    t.line("steps:");
    for (const subject& s : subjects) t.lifetime(s);
    return t.take();
}

std::string probing_story(const operator_source& from, const std::vector<subject>& subjects) {
    const observation none;
    story_text t(from, none, {});
    t.cluster(subjects);
    t.line("steps:");
    for (const subject& s : subjects) t.apply(s);
    return t.take();
}

std::string manifest_text(const std::vector<bj::object>& all) {
    std::string out;
    for (const bj::object& o : all) out += (out.empty() ? "" : "---\n") + json::to_yaml(o);
    return out;
}

}}}  // namespace setpoint::v0::cli::draft
