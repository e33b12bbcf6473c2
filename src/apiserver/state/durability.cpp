#include "apiserver/state/durability.hpp"

#include "apiserver/objects/fields.hpp"
#include "apiserver/resources/conditions.hpp"
#include "setpoint/core/race.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

// A transaction that deletes rows holds up the writes that come meanwhile: while there are writes, it waits
// until it deletes as many. Of more than eight times as many, an eighth, so that it keeps up with any load.
constexpr std::size_t forgotten_at_once = 500;
constexpr std::string_view admission = ".admissionregistration.k8s.io",
                           definitions = "customresourcedefinitions.apiextensions.k8s.io";

}  // namespace

durability::durability(server_state& w, std::unique_ptr<journal> file)
    : state_(w),
      file_(std::move(file)),
      written_(w.event_loop),
      finished_(w.event_loop),
      reverted_(w.event_loop) {
    // First the log: what the bounds drop again has rows that a crash left.
    state_.store.log = this;
    if (const auto read = restore(*file_, state_.store); !read)
        throw fault(
            read.error().within("read the data folder (setpoint apiserver --data DIR --check and "
                                "--export report what can be saved)"));
    durable_ = state_.store.revision();
    state_.store.compact(state_.now());
}

void durability::replay() {
    collection& all_definitions = state_.store.of(definitions);
    const resource_ptr kind = state_.kinds.by_storage(definitions);
    const std::vector<record_ptr> found = all_definitions.list("", 0, std::nullopt, 0, nullptr).items;
    // Those that have their names come before those that wait for a name.
    for (const bool has_names : {true, false})
        for (const record_ptr& one : found) {
            const bj::object tree = one->parse();
            if (has_condition(object_of(tree, "status"), "NamesAccepted") == has_names)
                state_.replay_definition(*kind, one);
        }
    for (const collection* c : state_.store.collections())
        if (c != &all_definitions && !c->name().ends_with(admission)) replay(*c);
}

void durability::replay_admission() {
    for (const collection* c : state_.store.collections())
        if (c->name().ends_with(admission)) replay(*c);
}

void durability::replay(const collection& c) {
    for (const record_ptr& one : c.list("", 0, std::nullopt, 0, nullptr).items)
        state_.replay(c, nullptr, one);
}

awaitable<bool> durability::saved(std::uint64_t since) {
    const std::uint64_t wanted = state_.store.revision();
    while (!broken_ && undone_ == since && durable_ < wanted) co_await finished_.wait();
    co_return undone_ == since&& durable_ >= wanted;
}

awaitable<void> durability::wait_for_undo(std::uint64_t since) {
    while (undone_ == since) co_await reverted_.wait();
}

void durability::changed(collection& of, const change& what) {
    pending_.emplace_back(of, what);
    written_.notify();
}

void durability::forgotten(const collection& of, const change& what) {
    const bool deleted = what.what == change::type::deleted;
    const std::uint64_t before = what.before ? what.before->revision : 0;
    // The addition of an object leaves no row behind.
    if (before != 0 || deleted) forgotten_.push_back({of.name(), what.revision, before, deleted});
}

bool durability::can_forget() const {
    return forgets_ && !forgotten_.empty() && forgotten_.front().revision <= durable_;
}

bool durability::should_forget() const {
    return can_forget() && (pending_.empty() || failing_ || forgotten_.size() >= forgotten_at_once);
}

awaitable<void> durability::run() {
    try {
        co_await write_all();
    } catch (const cancelled&) {
        throw;
    } catch (const std::exception& e) {
        failure_ = error(errc::failed, e.what());
        broken_ = true;
        finished_.notify();
        throw;
    }
}

awaitable<void> durability::write_all() {
    for (bool stopped = false; !stopped;) {
        try {
            while (pending_.empty() && !can_forget()) co_await written_.wait();
        } catch (const cancelled&) {
            stopped = true;
        }
        // A transaction that has begun ends before the journal does.
        cancel_scope shield(state_.event_loop, never, true);
        do {
            if (!pending_.empty()) co_await save();
            if (should_forget()) co_await forget();
            if (lacks_reserve_ && !should_forget()) co_await keep_reserve();
        } while (stopped && !pending_.empty());
    }
    throw cancelled{};
}

awaitable<void> durability::save() {
    const auto batch = std::make_shared<const std::vector<logged_change>>(std::exchange(pending_, {}));
    result<> done;
    try {
        done = co_await state_.event_loop.blocking("write to the data folder",
                                                   [file = file_, batch] { return file->commit(*batch); });
    } catch (const std::exception& e) {
        done = error(errc::failed, e.what());
    }
    if (!done) {
        undo(*batch, done.error());
        if (failure_.code != errc::too_large) co_return;
        // Rows can be deleted then, in whose place there is space for others.
        co_await make_room();
        co_return;
    }
    if (std::exchange(failing_, false)) state_.log.info("Writes to the data folder succeed again");
    forgets_ = true;
    durable_ = batch->back().what.revision;
    std::set<const collection*> changed;
    for (const logged_change& c : *batch) {
        state_.wake(*c.of, c.what.now->key);
        if (on_kept && changed.insert(c.of).second) on_kept(*c.of);
    }
    finished_.notify();
    if (file_->is_untidy()) co_await tidy_up();
}

awaitable<void> durability::tidy_up() {
    // If it fails, it is tried again after the next write.
    (void)co_await state_.event_loop.blocking("write to the data folder", [file = file_] {
        auto done = file->tidy_up();
        file->keep_reserve();
        return done;
    });
}

awaitable<void> durability::make_room() {
    (void)co_await state_.event_loop.blocking("write to the data folder",
                                              [file = file_] { return file->make_room(); });
    forgets_ = true;
    lacks_reserve_ = true;
}

// After rows were deleted, before others take the space.
awaitable<void> durability::keep_reserve() {
    lacks_reserve_ = false;
    co_await state_.event_loop.blocking("keep space on the disk", [file = file_] {
        file->keep_reserve();
        return true;
    });
}

awaitable<void> durability::forget() {
    auto some = std::make_shared<std::vector<forgotten_change>>();
    const std::size_t most = std::max(forgotten_at_once, forgotten_.size() / 8);
    while (!forgotten_.empty() && some->size() < most && forgotten_.front().revision <= durable_) {
        some->push_back(std::move(forgotten_.front()));
        forgotten_.pop_front();
    }
    const std::uint64_t oldest = std::min(state_.store.oldest(), durable_);
    const auto done = co_await state_.event_loop.blocking(
        "delete old rows", [file = file_, some, oldest] { return file->forget(*some, oldest); });
    if (done) co_return;
    // Again after the next write that succeeds, or that fails since the disk is full.
    forgets_ = false;
    forgotten_.insert(forgotten_.begin(), some->begin(), some->end());
}

void durability::undo(const std::vector<logged_change>& batch, error why) {
    if (!std::exchange(failing_, true))
        state_.log.error("Writes to the data folder fail; they are refused until one succeeds",
                         {{"error", why.to_string()}});
    failure_ = std::move(why);
    std::vector<logged_change> all = batch;
    all.insert(all.end(), pending_.begin(), pending_.end());
    pending_.clear();
    std::erase_if(forgotten_, [this](const forgotten_change& c) { return c.revision > durable_; });
    // In the reverse order, so that each hook sees the state that it saw. Ports, for example, are in a set:
    // of the changes that free one and take it, the later one has to be undone first.
    undoing_ = true;
    for (auto c = all.rbegin(); c != all.rend(); ++c) {
        state_.undo(*c->of, c->what);
        const bool deleted = c->what.what == change::type::deleted;
        state_.replay(*c->of, deleted ? nullptr : c->what.now, c->what.before);
    }
    undoing_ = false;
    state_.store.undone_to(durable_);
    ++undone_;
    state_.conversions.clear();
    finished_.notify();
    reverted_.notify();
}

secret durability::key(std::string_view name, const std::function<secret()>& make) {
    auto known = file_->key(name);
    if (!known) throw fault(known.error().within("read a key of the data folder"));
    if (*known) return std::move(**known);
    secret made = make();
    if (const auto done = file_->set_key(name, made); !done)
        throw fault(done.error().within("keep a key in the data folder"));
    return made;
}

}}}  // namespace setpoint::v0::apiserver
