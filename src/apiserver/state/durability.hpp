#pragma once
// Keeps the changes of the store in a journal, and answers whether they are there.
//
// Nothing may leave the server before what it is based on is on the disk: a write changes the store in memory
// first, so a response would otherwise report what a crash undoes. All writes that wait are one transaction.
// If it fails, all of them are undone.

#include "apiserver/state/server_state.hpp"
#include "apiserver/store/journal.hpp"
#include "setpoint/core/sync.hpp"

#include <deque>
#include <memory>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

class durability final : public change_log {
public:
    // Reads the journal into the store of `w`, which is empty. `w` must outlive it. Throws fault: bad_data if
    // the file is damaged.
    durability(server_state& w, std::unique_ptr<journal> file);
    // Calls the hooks of `w` for what was read, but for webhooks and policies. Call it before the first
    // write.
    void replay();
    // Calls them for webhooks and policies: after writes for which no webhook may be called.
    void replay_admission();
    // Called for each collection of which changes are on the disk now, before they are answered.
    std::function<void(collection&)> on_kept;

    // The newest revision on the disk.
    std::uint64_t revision() const { return durable_; }
    // How often changes were undone.
    std::uint64_t undone() const { return undone_; }
    // Returns when changes were undone since undone() returned `since`.
    awaitable<void> wait_for_undo(std::uint64_t since);
    // Whether the hooks are called for changes that are undone.
    bool is_undoing() const { return undoing_; }
    // Returns true when the store of now is on the disk; false if changes were undone since undone() returned
    // `since`, or if run() has failed.
    awaitable<bool> saved(std::uint64_t since);
    // Why the last transaction failed.
    const error& failure() const { return failure_; }

    // Writes until it is cancelled, and then what is left. Nothing is answered unless it runs. Throws what a
    // hook throws when changes are undone: the state of the server cannot be trusted then.
    awaitable<void> run();

    // Throws fault if the journal fails.
    secret key(std::string_view name, const std::function<secret()>& make);

    void changed(collection& of, const change& what) override;
    void forgotten(const collection& of, const change& what) override;

private:
    void replay(const collection& c);
    awaitable<void> write_all();
    awaitable<void> save();
    awaitable<void> tidy_up();
    awaitable<void> make_room();
    awaitable<void> keep_reserve();
    awaitable<void> forget();
    void undo(const std::vector<logged_change>& batch, error why);
    bool can_forget() const;
    bool should_forget() const;

    server_state& state_;
    std::shared_ptr<journal> file_;  // a job that was left may still have it
    std::vector<logged_change> pending_;
    std::deque<forgotten_change> forgotten_;  // of changes that are on the disk first
    std::uint64_t durable_ = 0, undone_ = 0;
    error failure_;
    bool failing_ = false, forgets_ = true, broken_ = false, undoing_ = false;
    bool lacks_reserve_ = true;
    notifier written_, finished_, reverted_;
};

}}}  // namespace setpoint::v0::apiserver
