#pragma once
// Prevents a controller whose cache is behind from creating children for a deleted owner.
//
// The garbage collector deletes the children of a deleted owner. A controller whose watch of owners is late
// would see a missing child of an existing owner, and create the child again and again. So it reads an owner
// that has lost a child from the server before it creates another one. For children of a kind that the
// controller does not watch, whose loss it cannot see, it does so before every creation. An owner that exists
// is trusted until it loses another child; a deleted one stays suspect. The result is overlaid on the cache,
// so that the next reconcile reads the current owner.

#include "setpoint/cache/cache.hpp"

#include <memory>
#include <string_view>

namespace setpoint { inline namespace v0 {

class owner_guard {
public:
    static constexpr std::size_t max_suspects = 1000;  // beyond this limit the oldest are trusted again

    // `c` must outlive the guard.
    explicit owner_guard(cache& c);
    owner_guard(const owner_guard&) = delete;
    owner_guard& operator=(const owner_guard&) = delete;
    ~owner_guard();

    // Records that this owner has lost a child.
    void lost_child(std::string_view owner_uid);
    // Returns whether the owner has lost a child and has not been confirmed to exist since.
    bool is_suspect(const basic_meta& owner) const;
    // Reads the owner from the server, suspect or not. `known_deleting`: the reconcile has seen that the
    // owner is being deleted, so that its children belong to the clean-up. Errors: conflict if the owner does
    // not exist, has another UID or, unless that is known, is being deleted (reconcile again: the cache has
    // been updated); those of the read, except forbidden: without permission to read owners, they are assumed
    // to exist. `owner` must outlive the call.
    awaitable<result<>> check(client& api, const kind_info& owner_kind, const basic_meta& owner,
                              bool known_deleting);

private:
    cache& cache_;
    struct suspects;
    std::unique_ptr<suspects> suspects_;
};

}}  // namespace setpoint::v0
