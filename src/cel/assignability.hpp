#pragma once

#include "setpoint/cel/type.hpp"

#include <map>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cel {

// What type parameters stand for, as the checker finds out. New types are in the pool.
class substitutions {
public:
    explicit substitutions(type_pool& types) : types_(types) {}

    // Whether a value of `from` fits where `to` is expected. Binds parameters only on success.
    bool assignable(const type* from, const type* to);
    bool assignable(std::span<const type* const> from, std::span<const type* const> to);
    // Replaces bound parameters; free ones by dyn if `free_to_dyn`.
    const type* apply(const type* to, bool free_to_dyn);
    void bind(std::string_view parameter, const type* meaning);

private:
    bool fits(const type* from, const type* to);
    bool fit_all(std::span<const type* const> from, std::span<const type* const> to);
    // Whether `from` may stand for the parameter `to`; `known` is set if it stands for something.
    bool substitutes(const type* from, const type* to, bool& known);
    bool occurs_free_of(const type* parameter, const type* within) const;
    [[nodiscard]] const type* meaning_of(const type* parameter) const;
    void roll_back(std::size_t to);

    type_pool& types_;
    std::map<std::string_view, const type*> meanings_;
    std::vector<std::pair<std::string_view, const type*>> undo_;
};

// The more general one of two types that fit each other.
[[nodiscard]] const type* most_general(const type* left, const type* right);

}}}  // namespace setpoint::v0::cel
