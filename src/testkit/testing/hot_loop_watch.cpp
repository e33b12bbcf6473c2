#include "testkit/testing/hot_loop_watch.hpp"

#include "apiserver/schema/text_at.hpp"
#include "testkit/testing/request_target.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <vector>

namespace setpoint { inline namespace v0 { namespace testing {

// A reconcile, with the chain of reconciles that caused it.
struct hot_loop_watch::step {
    std::string id, reason, object;
    std::shared_ptr<const step> by;
    time_point since{};  // start of the first of the chain
    std::size_t length = 1;

    step() = default;
    step(const step&) = delete;
    step& operator=(const step&) = delete;
    // Iterative, since a chain can be as long as the test allows.
    ~step() {
        while (by && by.use_count() == 1) {
            auto next = std::move(const_cast<step&>(*by).by);  // NOLINT: the only owner
            by = std::move(next);
        }
    }
};

namespace {

using apiserver::text_at;

// The number of characters that the API server appends to metadata.generateName
// (k8s.io/apiserver/pkg/storage/names).
constexpr std::size_t generated_suffix = 5;

std::string id_of(std::string_view controller, const object_key& key) {
    return fmt::format("{} {}", controller, key);
}

// Returns "deployments.apps default/web" for
// "/apis/apps/v1/namespaces/default/deployments/web/scale?force=true", and "" for a request that names no
// object. The version is left out, since all versions are the same object.
std::string object_of(const http::request& r) {
    const request_target t = request_target::of(r.target);
    const std::string name = object_name(t, r);
    if (name.empty()) return {};
    return fmt::format("{}{}{} {}", t.resource, t.group.empty() ? "" : ".", t.group,
                       object_key(std::string(t.ns), name));
}

}  // namespace

hot_loop_watch::~hot_loop_watch() = default;

std::shared_ptr<const hot_loop_watch::step> hot_loop_watch::last_step_of(std::string_view task) const {
    const auto found = keys_.find(task);
    return found == keys_.end() ? nullptr : found->second.last;
}

hot_loop_watch::write hot_loop_watch::sent(std::string_view task, const http::request& r) {
    if (most_ == 0 || r.method == "GET") return {};
    write w{object_of(r), last_step_of(task), nullptr};
    if (w.object.empty()) return w;
    const auto at = written_by_.find(w.object);
    if (at != written_by_.end()) w.before = at->second;
    if (w.by)
        written_by_[w.object] = w.by;
    else if (at != written_by_.end())
        written_by_.erase(at);
    return w;
}

void hot_loop_watch::changed_nothing(const write& w) {
    const auto at = written_by_.find(w.object);
    if (at == written_by_.end() || at->second != w.by) return;
    if (w.before)
        at->second = w.before;
    else
        written_by_.erase(at);
}

void hot_loop_watch::add(std::string_view controller, const object_key& key, cause c) {
    std::unique_ptr<cause>& pending = keys_[id_of(controller, key)].pending;
    const auto length = [](const cause& of) { return of.by ? of.by->length : 0; };
    if (!pending || length(c) < length(*pending)) pending = std::make_unique<cause>(std::move(c));
}

void hot_loop_watch::queued(std::string_view controller, const object_key& key, std::string_view reason,
                            const kind_info& kind, const object_key& object) {
    if (most_ == 0) return;
    std::string name = fmt::format("{} {}", kind.resource().group_resource(), object);
    auto by = written_by_.find(name);
    if (by == written_by_.end() && object.name.size() > generated_suffix)
        by = written_by_.find(std::string_view(name).substr(0, name.size() - generated_suffix));
    add(controller, key,
        {std::string(reason), std::move(name), by == written_by_.end() ? nullptr : by->second});
}

void hot_loop_watch::posted(std::string_view controller, const object_key& key, std::string_view task) {
    if (most_ != 0) add(controller, key, {"channel", "", last_step_of(task)});
}

bool hot_loop_watch::began(std::string_view controller, const object_key& key, std::string_view reason,
                           lane in, time_point now) {
    if (most_ == 0) return false;
    auto one = std::make_shared<step>();
    one->id = id_of(controller, key);
    one->since = now;
    key_state& k = keys_[one->id];
    if (k.reconciles == 0 || now - k.since > window) {
        k.since = now;
        k.reconciles = 0;
    }
    ++k.reconciles;
    one->reason = reason;
    if (k.pending) {
        one->reason = std::move(k.pending->reason);
        one->object = std::move(k.pending->object);
        one->by = std::move(k.pending->by);
        k.pending.reset();
    } else if (in == lane::timer || in == lane::retry) {
        one->by = k.last;
    }
    if (one->by && now - one->by->since > window) one->by.reset();
    if (one->by) {
        one->since = one->by->since;
        one->length = one->by->length + 1;
    }
    k.last = one;
    if (!found_.empty() || (one->length < most_ && k.reconciles < most_of_any)) return false;
    found_ = describe(*one, k.reconciles, now);
    return true;
}

std::string hot_loop_watch::describe(const step& last, std::size_t reconciles, time_point now) const {
    struct group {
        std::size_t times = 0;
        std::string object;  // the last one
        std::size_t others = 0;
    };
    constexpr std::size_t most_told = 5;
    const auto seconds = [now](time_point since) {
        return std::chrono::duration<double>(now - since).count();
    };
    std::string text = fmt::format("hot loop: \"{}\" reconciles for ever: ", last.id);
    if (last.length < most_) {
        text += fmt::format("{} times within {:.3g} s of cluster time", reconciles,
                            seconds(keys_.at(last.id).since));
    } else {
        text += fmt::format("{} reconciles within {:.3g} s of cluster time, each caused by the one before",
                            last.length, seconds(last.since));
    }
    std::map<std::tuple<std::string, std::string, std::string>, group> groups;
    for (const step* s = &last; s; s = s->by.get()) {
        group& g = groups[{s->id, s->reason, s->by && !s->object.empty() ? s->by->id : ""}];
        if (g.times++ == 0) g.object = s->object;
        g.others += s->object != g.object;
    }
    std::vector<std::pair<decltype(groups)::key_type, group>> sorted(groups.begin(), groups.end());
    std::ranges::sort(sorted, [](const auto& x, const auto& y) {
        return std::tie(y.second.times, x.first) < std::tie(x.second.times, y.first);
    });
    for (std::size_t i = 0; i < std::min(most_told, sorted.size()); ++i) {
        const auto& [id, reason, writer] = sorted[i].first;
        const group& g = sorted[i].second;
        text += fmt::format("\n    {} x \"{}\" by {}", g.times, id, reason);
        if (!g.object.empty()) text += ": " + g.object;
        if (g.others != 0) text += fmt::format(" and {} others", g.others);
        if (!writer.empty())
            text += fmt::format(", written by {}", writer == id ? "itself" : '"' + writer + '"');
    }
    if (sorted.size() > most_told) text += fmt::format("\n    {} more causes", sorted.size() - most_told);
    text +=
        "\n  Write only what differs, and requeue after a time; environment_options::hot_loop allows more.";
    return text;
}

}}}  // namespace setpoint::v0::testing
