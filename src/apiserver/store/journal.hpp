#pragma once
// The revisions of a versioned_store in a folder: an SQLite file. Blocks; one thread at a time.
//
// A row is a revision of an object. The current objects are the newest rows of their keys; older rows, and
// those of deletions, are the history. A row stays until the store has dropped the change that replaced it,
// so that the rows give the store back with its history: each change has the state before it.

#include "apiserver/store/database.hpp"
#include "apiserver/store/disk_reserve.hpp"
#include "apiserver/store/folder_lock.hpp"
#include "apiserver/store/store.hpp"
#include "setpoint/core/secret.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

// A change, with its collection. Collections are never removed, but the store may be gone when a job writes
// the change.
struct logged_change {
    logged_change(collection& to, change c) : of(&to), name(to.name()), what(std::move(c)) {}

    collection* of;
    std::string name;  // of the collection
    change what;
};

// What the store no longer needs.
struct forgotten_change {
    std::string collection;
    std::uint64_t revision;  // of the change
    std::uint64_t before;    // of the state that it replaced; 0: none
    bool deleted;
};

struct journal_row {
    std::uint64_t revision = 0;
    std::string collection;
    object_key key;
    bool deleted = false, rewrite = false;
    wall_time at{};
    std::string json;
};

class journal {
public:
    // Creates what is missing, and migrates an older schema. Errors: bad_config if the folder is not ours, is
    // in use or is of a newer version; bad_data if the file is damaged.
    static result<std::unique_ptr<journal>> open(const std::string& folder);
    journal(const journal&) = delete;
    journal& operator=(const journal&) = delete;

    // All of them, or none. On return they are on the disk. too_large: the disk is full.
    result<> commit(std::span<const logged_change> changes);
    // Deletes the rows, and records that older changes are gone.
    result<> forget(std::span<const forgotten_change> changes, std::uint64_t oldest);
    // Whether the write-ahead log has so many frames that it should be moved into the file: tidy_up(). 1000
    // are 4 MB: with fewer there are more synchronizations, with more a start after a crash takes longer.
    // On a disk that was full it is moved earlier, since it must not grow.
    bool is_untidy() const {
        return file_.frames() >= std::min(frames_before_checkpoint, frames_with_space_);
    }
    result<> tidy_up();
    int frames_before_checkpoint = 1000;
    // Keeps space on the disk for make_room(), as much as there is up to this size: twice what the log has
    // when it is moved.
    static constexpr std::uint64_t reserved_bytes = 8 * 1024 * 1024;
    void keep_reserve();
    // For a full disk: gives that space back, and moves the log into the file with it. Rows can be deleted
    // then. keep_reserve() afterwards.
    result<> make_room();

    struct bounds {
        std::uint64_t newest = 1, oldest = 1;
        std::map<std::string, std::uint64_t, std::less<>> compacted;  // by collection
    };
    result<bounds> read_bounds() const;
    // Calls `each` with the rows in ascending order. Errors: of the file, of a damaged row, which they name,
    // and of `each`.
    result<> read(const std::function<result<>(journal_row&&)>& each) const;

    // Named texts that must survive, such as private keys.
    result<std::optional<secret>> key(std::string_view name) const;
    result<> set_key(std::string_view name, const secret& value);

    // For check_data_folder() and export_data_folder().
    const database& file() const { return file_; }

private:
    journal(folder_lock lock, database file, const std::string& folder);
    result<> prepare_statements();

    folder_lock lock_;
    database file_;
    disk_reserve reserve_;
    int frames_with_space_ = std::numeric_limits<int>::max(), moved_since_full_ = 0;
    std::optional<statement> insert_, remove_, set_bound_;
};

// Reads the columns of `row_columns`. Errors: bad_data if the row is not what was written.
inline constexpr std::string_view row_columns =
    "revision, collection, namespace, name, deleted, rewrite, at, json, sum";
result<journal_row> read_row(const statement& row);

// Reads all rows into the empty store, with the history that it may keep. Throws nothing; errors as
// journal::read().
result<> restore(const journal& from, versioned_store& to);

}}}  // namespace setpoint::v0::apiserver
