#pragma once
// Keeps a controller from making children for an owner that is deleted while its cache does not know yet.
//
// The garbage collector takes the children of a deleted owner away. A controller whose watch of owners is
// late sees a child gone and its owner there, and would make the child again, and again. So before it makes a
// child for an owner that has lost one, it asks the server for that owner: once for each loss, and never
// otherwise. What the server says is laid over the cache, so that the next reconcile reads the owner as it
// is.

#include "setpoint/cache/cache.hpp"

#include <memory>
#include <string_view>

namespace setpoint {

class owner_guard {
public:
    static constexpr std::size_t max_suspects = 1000;  // owners; beyond that the oldest are trusted again

    // `c` outlives it.
    explicit owner_guard(cache& c);
    owner_guard(const owner_guard&) = delete;
    owner_guard& operator=(const owner_guard&) = delete;
    ~owner_guard();

    // A child of this owner has gone.
    void lost_child(std::string_view owner_uid);
    // Whether check() has anything to look at.
    bool is_suspect(const basic_meta& owner) const;
    // Before a child of a suspect is made. Errors: conflict when the owner is gone, is being deleted or is
    // another object by now (reconcile again: the cache knows); what a read can fail with. Without the right
    // to read the owner nothing is known, and it is taken to be there. `owner` must outlive the call.
    awaitable<result<>> check(client& api, const kind_info& owner_kind, const basic_meta& owner);

private:

    cache& cache_;
    struct suspects;
    std::unique_ptr<suspects> suspects_;
};

}  // namespace setpoint
