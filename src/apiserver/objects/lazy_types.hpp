#pragma once
// What is read from each type of the catalogue, by the short name of the type.

#include "apiserver/schema/catalogue.hpp"

#include <deque>
#include <map>
#include <mutex>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver {

// T is made from a catalogue_entry when the first type of its package is asked for, and parses the entry
// when it is used: most types never are. Thread-safe, if T is.
template <class T>
class lazy_types {
public:
    explicit lazy_types(const catalogue& from) : from_(from) {
        for (const std::string_view package : from.packages()) packages_.emplace_back(package);
    }

    // `name`: "apps.v1.Deployment". Null if the catalogue does not have the type.
    const T* find(std::string_view name) const {
        for (const package& p : packages_) {
            if (name.size() <= p.name.size() || name[p.name.size()] != '.' || !name.starts_with(p.name))
                continue;
            std::call_once(p.once, [&] {
                for (const catalogue_entry& entry : from_.types(p.name))
                    p.types.try_emplace(entry.short_name(), *this, entry);
            });
            if (const auto found = p.types.find(name); found != p.types.end()) return &found->second;
        }
        return nullptr;
    }

    const catalogue& from() const { return from_; }

private:
    struct package {
        explicit package(std::string_view of) : name(of) {}
        std::string_view name;
        mutable std::once_flag once{};
        mutable std::map<std::string_view, T> types{};
    };
    const catalogue& from_;
    std::deque<package> packages_;
};

}}}  // namespace setpoint::v0::apiserver
