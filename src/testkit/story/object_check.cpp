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

field_path read_path(const story_node& n) {
    field_path p{without_braces(n.text()), nullptr};
    p.parsed = apiserver::json_path::parse(p.text);
    if (!p.parsed) n.fail("not a JSONPath such as .status.phase or .spec.list[0].name");
    return p;
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

object_check object_check::read(const story_node& n, const std::string& default_ns, bool is_wait) {
    object_check c;
    for (const char* key : {"limit", "for"})
        if (const auto v = n.value().is_object() ? n.find(key) : std::nullopt; v && !is_wait)
            v->fail("belongs to a wait");
    if (n.value().is_object() && n.find("any")) {
        n.only({"any", "limit", "for"});
        const story_node any = n.need("any");
        for (const story_node& one : any.items()) c.any_.push_back(read(one, default_ns, false));
        if (c.any_.size() < 2) any.fail("needs at least two conditions");
    } else {
        n.only({"kind", "apiVersion", "namespace", "name", "labels", "path", "value", "valueFrom", "not",
                "min", "max", "exists", "count", "condition", "status", "limit", "for"});
        c.of_ = read_selection(n, default_ns);
        c.read_condition(n, default_ns);
    }
    if (const auto v = n.find("for")) c.lasts_ = v->time();
    return c;
}

void object_check::read_condition(const story_node& n, const std::string& default_ns) {
    if (const auto v = n.find("path")) path_ = read_path(*v);
    if (const auto v = n.find("value")) is_ = v->value();
    if (const auto v = n.find("not")) is_not_ = v->value();
    if (const auto v = n.find("valueFrom")) read_value_from(*v, default_ns);
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
    check_combination(n);
}

void object_check::check_combination(const story_node& n) const {
    const bool compares = is_ || is_not_ || least_ || most_ || other_;
    if (compares && !path_.parsed) n.fail("value, valueFrom, not, min and max need a `path`");
    if (compares && exists_) n.fail("has `exists` and a value to compare with");
    // `exists` is about the field where there is a path.
    const int stated = (path_.parsed ? 1 : 0) + (condition_.empty() ? 0 : 1) +
                       (exists_ && !path_.parsed ? 1 : 0) + (count_ ? 1 : 0);
    if (stated == 0) n.fail("needs one of path, condition, exists, count, any");
    if (stated > 1) n.fail("has more than one of path, condition, exists, count");
}

void object_check::read_value_from(const story_node& n, const std::string& default_ns) {
    n.only({"kind", "apiVersion", "namespace", "name", "path"});
    other_ = read_selection(n, default_ns);
    if (other_->name.empty()) n.fail("name is missing");
    other_path_ = read_path(n.need("path"));
}

std::string object_check::words() const {
    std::string out;
    for (const object_check& one : any_) out += (out.empty() ? "" : ", or ") + one.words();
    if (any_.empty()) out = of_.words() + ": " + words_of_condition();
    if (lasts_ == duration::zero()) return out;
    return out + fmt::format(" for {} s", std::chrono::duration<double>(lasts_).count());
}

std::string object_check::words_of_condition() const {
    if (path_.parsed && exists_ && !*exists_) return path_.text + " is not set";
    if (exists_ && !path_.parsed) return *exists_ ? "exists" : "does not exist";
    if (count_ && count_->least == count_->most) return fmt::format("{} of them", count_->least);
    if (count_ && count_->most == range().most) return fmt::format("at least {}", count_->least);
    if (count_ && count_->least == 0) return fmt::format("at most {}", count_->most);
    if (count_) return fmt::format("from {} to {} of them", count_->least, count_->most);
    if (!condition_.empty()) return fmt::format("condition {} is {}", condition_, status_);
    std::string out = path_.text;
    if (is_) return out + " is " + bj::serialize(*is_);
    if (is_not_) return out + " is not " + bj::serialize(*is_not_);
    if (other_) return out + fmt::format(" is {} of {}", other_path_.text, other_->words());
    if (least_) out += fmt::format(" is at least {}", *least_);
    if (most_) out += fmt::format("{} is at most {}", least_ ? " and" : "", *most_);
    return least_ || most_ ? out : out + " is set";
}

std::string object_check::problem_of_any(const apiserver::server_state& w, bool is_invariant) const {
    std::string all;
    for (const object_check& one : any_) {
        const std::string why = one.problem(w, is_invariant);
        if (why.empty()) return {};
        all += (all.empty() ? "" : ", and ") + why;
    }
    return all;
}

std::string object_check::problem(const apiserver::server_state& w, bool is_invariant) const {
    if (!any_.empty()) return problem_of_any(w, is_invariant);
    const apiserver::resource_ptr r = find_resource(w.kinds, of_.api_version, of_.kind);
    const auto all = r ? selected(w, *r, of_) : std::vector<apiserver::record_ptr>();
    if (exists_ && !path_.parsed) {
        if (*exists_ == !all.empty()) return {};
        return *exists_ ? "there is none" : fmt::format("{} exists", all.front()->key);
    }
    if (count_) {
        const auto n = static_cast<std::int64_t>(all.size());
        return n >= count_->least && n <= count_->most ? "" : fmt::format("there are {}", n);
    }
    if (all.empty() && !is_invariant) return r ? "there is none" : "no such kind is served";
    for (const apiserver::record_ptr& o : all)
        if (std::string why = problem_of(w, w.served(*r, *o), is_invariant); !why.empty())
            return of_.name.empty() ? fmt::format("{}: {}", o->key, why) : why;
    return {};
}

std::string object_check::problem_of(const apiserver::server_state& w, const bj::object& o,
                                     bool is_invariant) const {
    if (!condition_.empty()) return condition_problem(o);
    const auto found = path_.parsed->first(o);
    const bj::value* const v = found ? found->value : nullptr;
    const bool is_set = v && !v->is_null();
    if (exists_ && !*exists_) return is_set ? fmt::format("{} is {}", path_.text, bj::serialize(*v)) : "";
    if (!is_set) return is_invariant && !exists_ ? "" : path_.text + " is not set";
    return other_ ? problem_with_other(w, *v, is_invariant) : problem_of_value(*v);
}

std::string object_check::problem_of_value(const bj::value& v) const {
    std::string actual = fmt::format("{} is {}", path_.text, bj::serialize(v));
    if (is_ && !apiserver::same(&v, &*is_)) return actual;
    if (is_not_ && apiserver::same(&v, &*is_not_)) return actual;
    if (!least_ && !most_) return {};
    const auto n = apiserver::number_of(v);
    if (!n) return actual + ", which is not a number";
    return (least_ && *n < *least_) || (most_ && *n > *most_) ? actual : "";
}

std::string object_check::problem_with_other(const apiserver::server_state& w, const bj::value& v,
                                             bool is_invariant) const {
    const apiserver::resource_ptr r = find_resource(w.kinds, other_->api_version, other_->kind);
    const auto all = r ? selected(w, *r, *other_) : std::vector<apiserver::record_ptr>();
    if (all.empty()) return is_invariant ? "" : other_->words() + " does not exist";
    const bj::object o = w.served(*r, *all.front());
    const auto found = other_path_.parsed->first(o);
    const bj::value* const wanted = found ? found->value : nullptr;
    if (!wanted || wanted->is_null())
        return is_invariant ? "" : fmt::format("{}: {} is not set", other_->words(), other_path_.text);
    if (apiserver::same(&v, wanted)) return {};
    return fmt::format("{} is {}, and {} of {} is {}", path_.text, bj::serialize(v), other_path_.text,
                       other_->words(), bj::serialize(*wanted));
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
