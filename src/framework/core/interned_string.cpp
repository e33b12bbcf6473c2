#include "setpoint/core/interned_string.hpp"

#include "framework/core/hash.hpp"

#include <cstdlib>
#include <cstring>
#include <new>
#include <ostream>
#ifdef __GLIBCXX__
#include <ext/atomicity.h>
#else
#include <atomic>
#endif

namespace setpoint { inline namespace v0 {
namespace {

// libstdc++ can tell whether the process has a second thread; with other libraries the count is
// always atomic.
int add_to(int& references, int n) noexcept {
#ifdef __GLIBCXX__
    return __gnu_cxx::__exchange_and_add_dispatch(&references, n);
#else
    return std::atomic_ref(references).fetch_add(n, std::memory_order_acq_rel);
#endif
}

}  // namespace

interned_string::interned_string(std::string_view s) {
    if (s.empty()) return;
    void* memory = std::malloc(sizeof(rep) + s.size());
    if (!memory) throw std::bad_alloc();
    rep_ = new (memory) rep{1, static_cast<std::uint32_t>(s.size())};
    std::memcpy(rep_->data(), s.data(), s.size());
}

interned_string::interned_string(const interned_string& o) noexcept : rep_(o.rep_) {
    if (rep_) add_to(rep_->references, 1);
}

interned_string::~interned_string() {
    if (rep_ && add_to(rep_->references, -1) == 1) std::free(rep_);
}

std::ostream& operator<<(std::ostream& out, const interned_string& t) {
    return out << t.view();
}

interned_string string_pool::intern(std::string_view s) {
    constexpr std::size_t longest = 128;  // longer strings rarely repeat
    if (s.empty() || s.size() > longest) return interned_string(s);
    const std::uint64_t hash = hash_bytes(s, hash_basis ^ s.size());
    interned_string& slot = recent_[(hash ^ (hash >> 32)) % recent_.size()];
    if (slot != s) slot = interned_string(s);
    return slot;
}

}}  // namespace setpoint::v0
