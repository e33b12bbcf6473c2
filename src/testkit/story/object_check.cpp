#include "testkit/story/object_check.hpp"

#include "apiserver/objects/fields.hpp"

#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

constexpr std::size_t most_objects = 100'000;

// "{.a}" and ".a", as kubectl accepts them; "a" as well.
std::string without_braces(std::string path) {
    if (path.size() > 2 && path.front() == '{' && path.back() == '}') path = path.substr(1, path.size() - 2);
    return path.front() == '.' || path.front() == '[' ? path : "." + path;
}

std::vector<apiserver::record_ptr> selected(const apiserver::server_state& w, const apiserver::resource& r,
                                            const object_selection& of) {
    const std::string ns = !r.namespaced || of.ns == "*" ? "" : of.ns;
    std::vector<apiserver::record_ptr> all;
    const apiserver::collection* const c = w.store.find_collection(r.storage);
    if (!c) return all;
    for (apiserver::record_ptr& o : c->part(ns, std::nullopt, most_objects)) {
        if (!of.name.empty() && o->key.name != of.name) continue;
        const bool has_labels = std::all_of(of.labels.begin(), of.labels.end(), [&](const auto& wanted) {
            const auto at = o->labels.find(wanted.first);
            return at != o->labels.end() && std::string_view(at->second) == wanted.second;
        });
        if (has_labels) all.push_back(std::move(o));
    }
    return all;
}

}  // namespace

apiserver::resource_ptr find_resource(const apiserver::registry& kinds, std::string_view api_version,
                                      std::string_view kind) {
    for (const auto* gv : kinds.all()) {
        const std::string served = gv->group.empty() ? gv->version : gv->group + "/" + gv->version;
        if (!api_version.empty() && served != api_version) continue;
        for (const auto& [plural, r] : gv->resources)
            if (r->kind == kind) return r;
    }
    return nullptr;
}

std::string object_selection::words() const {
    std::string out = kind;
    if (!name.empty()) out += fmt::format(" {}/{}", ns, name);
    if (name.empty() && ns != "*") out += " in " + ns;
    for (const auto& [key, value] : labels) out += fmt::format(" {}={}", key, value);
    return out;
}

object_selection read_selection(const story_node& n, const std::string& default_ns) {
    object_selection s;
    s.where = n.where();
    s.kind = n.need("kind").text();
    if (const auto v = n.find("apiVersion")) s.api_version = v->text();
    const auto ns = n.find("namespace");
    s.ns = ns ? ns->text() : default_ns;
    if (const auto v = n.find("name")) s.name = v->text();
    if (const auto v = n.find("labels"))
        for (const auto& m : v->object()) {
            const story_node value = v->need(m.key());
            s.labels.emplace_back(std::string(m.key()), value.text());
        }
    return s;
}

object_check object_check::read(const story_node& n, const std::string& default_ns, bool may_have_limit) {
    n.only({"kind", "apiVersion", "namespace", "name", "labels", "path", "value", "not", "min", "max",
            "exists", "count", "condition", "status", "limit"});
    const auto limit = n.find("limit");
    if (limit && !may_have_limit) limit->fail("belongs to a wait");
    object_check c;
    c.of_ = read_selection(n, default_ns);
    c.read_condition(n);
    return c;
}

void object_check::read_condition(const story_node& n) {
    if (const auto v = n.find("path")) {
        path_text_ = without_braces(v->text());
        path_ = apiserver::json_path::parse(path_text_);
        if (!path_) v->fail("not a JSONPath such as .status.phase or .spec.list[0].name");
    }
    if (const auto v = n.find("value")) is_ = v->value();
    if (const auto v = n.find("not")) is_not_ = v->value();
    constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
    if (const auto v = n.find("min")) least_ = v->number(-largest, largest);
    if (const auto v = n.find("max")) most_ = v->number(-largest, largest);
    if (const auto v = n.find("condition")) condition_ = v->text();
    if (const auto v = n.find("status")) {
        if (condition_.empty()) v->fail("belongs to `condition`");
        status_ = v->one_of({"True", "False", "Unknown"});
    }
    if (const auto v = n.find("exists")) exists_ = v->boolean();
    if (const auto v = n.find("count")) {
        range r;
        if (v->value().is_object()) {
            v->only({"min", "max"});
            if (const auto least = v->find("min")) r.least = least->number(0, largest);
            if (const auto most = v->find("max")) r.most = most->number(0, largest);
        } else {
            r.least = r.most = v->number(0, largest);
        }
        count_ = r;
    }
    const bool compares = is_ || is_not_ || least_ || most_;
    if (compares && !path_) n.fail("value, not, min and max need a `path`");
    const int stated = (path_ ? 1 : 0) + (condition_.empty() ? 0 : 1) + (exists_ ? 1 : 0) + (count_ ? 1 : 0);
    if (stated == 0) n.fail("needs one of path, condition, exists, count");
    if (stated > 1) n.fail("has more than one of path, condition, exists, count");
}

std::string object_check::words() const {
    std::string out = of_.words() + ": ";
    if (exists_) return out + (*exists_ ? "exists" : "does not exist");
    if (count_ && count_->least == count_->most) return out + fmt::format("{} of them", count_->least);
    if (count_ && count_->most == range().most) return out + fmt::format("at least {}", count_->least);
    if (count_ && count_->least == 0) return out + fmt::format("at most {}", count_->most);
    if (count_) return out + fmt::format("from {} to {} of them", count_->least, count_->most);
    if (!condition_.empty()) return out + fmt::format("condition {} is {}", condition_, status_);
    out += path_text_;
    if (is_) return out + " is " + bj::serialize(*is_);
    if (is_not_) return out + " is not " + bj::serialize(*is_not_);
    if (least_) out += fmt::format(" is at least {}", *least_);
    if (most_) out += fmt::format("{} is at most {}", least_ ? " and" : "", *most_);
    return least_ || most_ ? out : out + " is set";
}

std::string object_check::problem(const apiserver::server_state& w, bool is_invariant) const {
    const apiserver::resource_ptr r = find_resource(w.kinds, of_.api_version, of_.kind);
    const auto all = r ? selected(w, *r, of_) : std::vector<apiserver::record_ptr>();
    if (exists_) {
        if (*exists_ == !all.empty()) return {};
        return *exists_ ? "there is none" : fmt::format("{} exists", all.front()->key);
    }
    if (count_) {
        const auto n = static_cast<std::int64_t>(all.size());
        return n >= count_->least && n <= count_->most ? "" : fmt::format("there are {}", n);
    }
    if (all.empty() && !is_invariant) return r ? "there is none" : "no such kind is served";
    for (const apiserver::record_ptr& o : all)
        if (std::string why = problem_of(w.served(*r, *o), is_invariant); !why.empty())
            return of_.name.empty() ? fmt::format("{}: {}", o->key, why) : why;
    return {};
}

std::string object_check::problem_of(const bj::object& o, bool is_invariant) const {
    if (!condition_.empty()) return condition_problem(o);
    const auto found = path_->first(o);
    const bj::value* const v = found ? found->value : nullptr;
    if (!v || v->is_null()) return is_invariant ? "" : path_text_ + " is not set";
    std::string actual = fmt::format("{} is {}", path_text_, bj::serialize(*v));
    if (is_ && !apiserver::same(v, &*is_)) return actual;
    if (is_not_ && apiserver::same(v, &*is_not_)) return actual;
    if (!least_ && !most_) return {};
    const auto n = apiserver::number_of(*v);
    if (!n) return actual + ", which is not a number";
    return (least_ && *n < *least_) || (most_ && *n > *most_) ? actual : "";
}

// As `kubectl wait`: a condition that was observed at an older generation says nothing yet.
std::string object_check::condition_problem(const bj::object& o) const {
    const auto generation = apiserver::number_at(apiserver::object_of(o, "metadata"), "generation");
    const bj::object& status = apiserver::object_of(o, "status");
    for (const bj::value& v : apiserver::list_of(status, "conditions")) {
        const bj::object* const c = v.if_object();
        if (!c || apiserver::text_at(*c, "type") != condition_) continue;
        auto observed = apiserver::number_at(*c, "observedGeneration");
        if (!observed) observed = apiserver::number_at(status, "observedGeneration");
        if (generation && observed && *observed < *generation)
            return fmt::format("condition {} is of an older generation", condition_);
        const std::string_view is = apiserver::text_at(*c, "status");
        return is == status_ ? "" : fmt::format("condition {} is {}", condition_, is);
    }
    return fmt::format("there is no condition {}", condition_);
}

}}}  // namespace setpoint::v0::story
