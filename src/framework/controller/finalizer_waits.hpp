#pragma once
// Which objects are being deleted and wait for finalizers, and for how long. No I/O.

#include "framework/cache/object_table.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/api/object_key.hpp"
#include "setpoint/core/clock.hpp"

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 {

class finalizer_waits {
public:
    // Finalizers that are told apart at a time, and in all, since a metric never loses a series; further
    // ones count as `other_finalizers`.
    static constexpr std::size_t max_finalizers = 20, max_names = 100;
    static constexpr std::string_view other_finalizers = "_other";

    // The state of an object; null: it is gone. Costs nothing for an object that is not being deleted while
    // none is.
    void seen(const basic_meta& object, const object_meta* state);
    // Calls f(finalizer, objects that wait for it, time of the first of their deletions), in the order of
    // names. A finalizer that nothing waits for any more has 0 objects.
    template <class F>
    void each(F f) const {
        for (const auto& [name, since] : by_name_)
            f(std::string_view(name), since.size(), since.empty() ? wall_time() : *since.begin());
    }
    // Forgets the objects, but not the names.
    void clear();

private:
    struct entry {
        wall_time since{};
        std::vector<std::string> names;
    };
    using objects = std::map<object_key, entry, key_less>;
    void erase(objects::iterator at);
    std::string counted_name(std::string_view finalizer) const;

    objects objects_;
    std::map<std::string, std::multiset<wall_time>, std::less<>> by_name_;
};

}}  // namespace setpoint::v0
