#include "testkit/story/story_steps.hpp"

#include "setpoint/story/explore.hpp"
#include "testkit/story/story_files.hpp"

#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

constexpr std::size_t most_steps = 1000, most_items = 100, most_branches = 16;

// YAML 1.1 reads the keys n and y as booleans.
std::string name_as_written(std::string_view key) {
    return std::string(key == "false" ? "n" : key == "true" ? "y" : key);
}

class step_reader {
public:
    step_reader(const story& of, const std::string& folder) : of_(of), folder_(folder) {}

    std::vector<story_step> read_list(const story_node& list) {
        std::vector<story_step> all;
        for (const story_node& one : list.items()) read_into(all, one);
        return all;
    }

private:
    void read_into(std::vector<story_step>& to, const story_node& n) {
        n.only({"apply", "patch", "delete", "wait", "restart", "parallel", "forEach", "steps"});
        if (n.find("forEach")) return repeat(to, n);
        if (const auto v = n.find("steps")) v->fail("belongs to `forEach`");
        if (n.object().size() != 1)
            n.fail("a step has one of apply, patch, delete, wait, restart, parallel, forEach");
        if (++read_ > most_steps) n.fail(fmt::format("a story has at most {} steps", most_steps));
        to.push_back(read_step(n));
    }

    // forEach: {n: 3}, or {color: [red, blue]}
    void repeat(std::vector<story_step>& to, const story_node& n) {
        n.only({"forEach", "steps"});
        const story_node head = n.need("forEach"), steps = n.need("steps");
        if (head.object().size() != 1)
            head.fail("needs one name with its values, such as {n: 3} or {color: [red, blue]}");
        const bj::object::value_type& member = *head.object().begin();
        const std::string name = name_as_written(member.key());
        const bool is_name = std::isalpha(static_cast<unsigned char>(name[0])) &&
                             std::all_of(name.begin(), name.end(),
                                         [](char c) { return std::isalnum(static_cast<unsigned char>(c)); });
        if (!is_name) head.fail(fmt::format("\"{}\" is not a name of letters and digits", name));
        if (!names_.insert(name).second)
            head.fail(fmt::format("{{{}}} has a value already, of an outer forEach", name));
        const story_node written = head.with_value(bj::object{{name, member.value()}});
        for (const bj::value& one : values_of(written.need(name)))
            for (const story_node& step : substituted(steps, name, one).items()) read_into(to, step);
        names_.erase(name);
    }

    static std::vector<bj::value> values_of(const story_node& n) {
        std::vector<bj::value> all;
        if (n.value().is_array()) {
            for (const story_node& one : n.items()) {
                if (one.value().is_structured()) one.fail("must be a string, a number, true or false");
                all.push_back(one.value());
            }
        } else {
            const std::int64_t last = n.number(1, most_items);
            for (std::int64_t i = 1; i <= last; ++i) all.emplace_back(i);
        }
        if (all.empty() || all.size() > most_items)
            n.fail(fmt::format("needs from 1 to {} values", most_items));
        return all;
    }

    story_step read_step(const story_node& n) {
        story_step s;
        s.where = n.where();
        if (const auto v = n.find("apply")) {
            s.objects = read_objects(*v, folder_);
        } else if (const auto p = n.find("patch")) {
            read_patch(*p, s);
        } else if (const auto d = n.find("delete")) {
            d->only({"kind", "apiVersion", "namespace", "name", "propagation"});
            s.what = story_step::kind::remove;
            read_target(*d, s);
            const auto how = d->find("propagation");
            s.propagation = how ? how->one_of({"Background", "Foreground", "Orphan"}) : "Background";
        } else if (const auto w = n.find("wait")) {
            read_wait(*w, s);
        } else if (const auto b = n.find("parallel")) {
            read_branches(*b, s);
        } else {
            const story_node r = n.need("restart");
            (void)r.one_of({"operator"});
            s.what = story_step::kind::restart;
        }
        return s;
    }

    void read_branches(const story_node& n, story_step& s) {
        s.what = story_step::kind::parallel;
        for (const story_node& one : n.items()) {
            std::vector<story_step>& branch = s.branches.emplace_back();
            if (one.value().is_array())
                branch = read_list(one);
            else
                read_into(branch, one);
            if (branch.empty()) one.fail("has no step");
        }
        if (s.branches.size() < 2 || s.branches.size() > most_branches)
            n.fail(fmt::format("needs from 2 to {} items, each a step or a list of steps", most_branches));
    }

    void read_target(const story_node& n, story_step& s) {
        s.target = read_selection(n, of_.ns);
        if (s.target.name.empty()) n.fail("name is missing");
    }

    void read_patch(const story_node& n, story_step& s) {
        n.only({"kind", "apiVersion", "namespace", "name", "subresource", "merge", "json"});
        s.what = story_step::kind::patch;
        read_target(n, s);
        if (const auto v = n.find("subresource")) s.subresource = v->one_of({"status", "scale"});
        const auto merge = n.find("merge"), json = n.find("json");
        if (merge.has_value() == json.has_value()) n.fail("needs one of merge, json");
        if (merge) {
            s.content_type = "application/merge-patch+json";
            s.body = bj::serialize(merge->object());
        } else {
            s.content_type = "application/json-patch+json";
            for (const story_node& operation : json->items()) (void)operation.need("op").text();
            s.body = bj::serialize(json->value());
        }
    }

    void read_wait(const story_node& n, story_step& s) {
        s.what = story_step::kind::wait;
        const std::vector<story_node> all = n.value().is_array() ? n.items() : std::vector<story_node>{n};
        for (const story_node& one : all) {
            s.until.push_back(object_check::read(one, of_.ns, true));
            const auto limit = one.find("limit");
            s.limit = std::max(s.limit, limit ? limit->time() : of_.limit);
        }
        if (s.until.empty()) n.fail("has no condition");
    }

    const story& of_;
    const std::string& folder_;
    std::size_t read_ = 0;
    std::set<std::string> names_;  // of the forEach that contain the step
};

std::string text_of_value(const bj::value& v) {
    return v.is_string() ? std::string(v.get_string()) : bj::serialize(v);
}

class substitution {
public:
    substitution(std::string_view name, const bj::value& by)
        : name_(name), placeholder_(fmt::format("{{{}}}", name)), by_(by), text_(text_of_value(by)) {}

    bj::value in(const bj::value& v) const {
        if (v.is_string()) {
            const bj::string& s = v.get_string();
            return std::string_view(s) == placeholder_ ? by_ : bj::value(bj::string(in_text(s)));
        }
        if (v.is_array()) {
            bj::array out;
            for (const bj::value& one : v.get_array()) out.push_back(in(one));
            return out;
        }
        if (!v.is_object()) return v;
        const bj::object& o = v.get_object();
        if (o.size() == 1 && name_as_written(o.begin()->key()) == name_ && o.begin()->value().is_null())
            return by_;
        bj::object out;
        for (const auto& m : o) out[in_text(m.key())] = in(m.value());
        return out;
    }

private:
    std::string in_text(std::string_view text) const {
        std::string out;
        for (std::size_t at; (at = text.find(placeholder_)) != std::string_view::npos;) {
            out += text.substr(0, at);
            out += text_;
            text.remove_prefix(at + placeholder_.size());
        }
        return out.append(text);
    }

    std::string_view name_;
    std::string placeholder_;
    const bj::value& by_;
    std::string text_;
};

}  // namespace

std::vector<story_step> read_steps(const story_node& list, const story& of, const std::string& folder) {
    return step_reader(of, folder).read_list(list);
}

int count_writes(const std::vector<story_step>& steps, bool& ends_with_deletion) {
    using kind = story_step::kind;
    int n = 0;
    for (const story_step& s : steps) {
        if (s.what == kind::wait || s.what == kind::restart) continue;
        if (s.what == kind::parallel) {
            bool is_any_deletion = false;  // any of them may be the last one
            for (const std::vector<story_step>& branch : s.branches) {
                n += count_writes(branch, ends_with_deletion);
                is_any_deletion |= ends_with_deletion;
            }
            ends_with_deletion = is_any_deletion;
            continue;
        }
        n += s.what == kind::apply ? static_cast<int>(s.objects.size()) : 1;
        ends_with_deletion = s.what == kind::remove;
    }
    return n;
}

story_node substituted(const story_node& in, std::string_view name, const bj::value& by) {
    return in.with_value(substituted(in.value(), name, by));
}

bj::value substituted(const bj::value& in, std::string_view name, const bj::value& by) {
    return substitution(name, by).in(in);
}

}}}  // namespace setpoint::v0::story
