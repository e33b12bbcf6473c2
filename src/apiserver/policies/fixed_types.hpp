#pragma once
// Object types with fields that are known beforehand, for expressions.

#include "setpoint/cel/environment.hpp"

#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver::policies {

// Derive from it, and add the types in the constructor. An environment and what it compiles refer to it.
class fixed_types : public cel::type_provider {
public:
    // Null if there is no such type or field.
    [[nodiscard]] const cel::type* find_type(std::string_view name) const override {
        const auto at = by_name_.find(name);
        return at == by_name_.end() ? nullptr : at->second.self;
    }
    [[nodiscard]] const cel::type* find_field(std::string_view type_name,
                                              std::string_view field) const override {
        const auto of = by_name_.find(type_name);
        if (of == by_name_.end()) return nullptr;
        const auto at = of->second.fields.find(field);
        return at == of->second.fields.end() ? nullptr : at->second;
    }

protected:
    fixed_types() = default;
    const cel::type* add(std::string_view name,
                         std::initializer_list<std::pair<const char*, const cel::type*>> fields) {
        entry& made = by_name_[std::string(name)];
        made.self = pool_.object(name);
        for (const auto& [field, of] : fields) made.fields.emplace(field, of);
        return made.self;
    }

    cel::type_pool pool_;

private:
    struct entry {
        const cel::type* self = nullptr;
        std::map<std::string, const cel::type*, std::less<>> fields;
    };
    std::map<std::string, entry, std::less<>> by_name_;
};

}}}  // namespace setpoint::v0::apiserver::policies
