#include "apiserver/objects/resource_amounts.hpp"

#include "apiserver/objects/fields.hpp"

#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

void raise_to(amounts& to, const amounts& least) {
    for (const auto& [name, q] : least) {
        const auto [at, fresh] = to.emplace(name, q);
        if (!fresh && at->second < q) at->second = q;
    }
}

amounts amounts_of_list(const bj::object& holder, std::string_view list) {
    return amounts_in(object_of(object_of(holder, "resources"), list));
}

}  // namespace

amounts amounts_in(const bj::object& list) {
    amounts all;
    for (const auto& [name, v] : list) {
        const auto n = number_of(v);
        auto q = n ? result<quantity>(quantity(*n)) : quantity::parse(text_of(v));
        if (q) all.emplace(name, std::move(*q));
    }
    return all;
}

bool is_huge_page(std::string_view name) {
    return name.starts_with("hugepages-");
}

void add_amounts(amounts& to, const amounts& more) {
    for (const auto& [name, q] : more) {
        const auto [at, fresh] = to.emplace(name, q);
        if (!fresh) at->second += q;
    }
}

amounts container_amounts(const bj::object& spec, std::string_view list) {
    const auto of = [&](const bj::object& holder) { return amounts_of_list(holder, list); };
    amounts sum;
    for_each_object(list_of(spec, "containers"),
                    [&](const bj::object& c, std::size_t) { add_amounts(sum, of(c)); });
    amounts beside, most;
    for_each_object(list_of(spec, "initContainers"), [&](const bj::object& c, std::size_t) {
        amounts now = of(c);
        if (text_at(c, "restartPolicy") == "Always") {
            add_amounts(sum, now);
            add_amounts(beside, now);
            now = beside;
        } else {
            add_amounts(now, beside);
        }
        raise_to(most, now);
    });
    raise_to(sum, most);
    return sum;
}

amounts pod_amounts(const bj::object& spec, std::string_view list) {
    amounts sum = container_amounts(spec, list);
    for (const auto& [name, q] : amounts_of_list(spec, list))
        if (name == "cpu" || name == "memory") sum.insert_or_assign(name, q);
    return sum;
}

}}}  // namespace setpoint::v0::apiserver
