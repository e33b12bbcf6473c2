#pragma once
// Keeps a controller from creating children for an owner that is deleted while its cache is behind.
//
// The garbage collector deletes the children of a deleted owner. A controller whose watch of owners is late
// sees a child gone and its owner there, and would create the child again, and again. So before it creates a
// child for an owner that has lost one, it reads that owner from the server; for a child of a kind that the
// controller does not watch, whose loss it cannot see, before every creation. An owner that is found alive is
// trusted until it loses another child; one that is gone stays suspect. What was read is overlaid on the
// cache, so that the next reconcile reads the owner as it is.

#include "setpoint/cache/cache.hpp"

#include <memory>
#include <string_view>

namespace setpoint {

class owner_guard {
public:
    static constexpr std::size_t max_suspects = 1000;  // owners; beyond these the oldest are trusted again

    // `c` outlives it.
    explicit owner_guard(cache& c);
    owner_guard(const owner_guard&) = delete;
    owner_guard& operator=(const owner_guard&) = delete;
    ~owner_guard();

    // A child of this owner is gone.
    void lost_child(std::string_view owner_uid);
    // Whether the owner has lost a child and was not found alive since.
    bool is_suspect(const basic_meta& owner) const;
    // Reads the owner from the server, suspect or not. Errors: conflict when it is gone, is being deleted or
    // has another UID (reconcile again: the cache has been told); those of the read, except forbidden:
    // without the right to read owners, they are taken to exist. `owner` must outlive the call.
    awaitable<result<>> check(client& api, const kind_info& owner_kind, const basic_meta& owner);

private:
    cache& cache_;
    struct suspects;
    std::unique_ptr<suspects> suspects_;
};

}  // namespace setpoint
