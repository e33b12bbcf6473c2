// Declared lists, as kube-apiserver's valuesunstructured.go compares and merges them.

#include "cel/json_view.hpp"

#include <boost/json/array.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <unordered_map>

namespace setpoint { inline namespace v0 { namespace cel {

namespace bj = boost::json;

namespace {

using list_kind = json_type::list_kind;

// Equal scalars have equal texts. Decoded texts of a format have none: kube-apiserver never finds them in a
// set.
std::optional<std::string> scalar_text(const value& of) {
    switch (of.kind()) {
        case value_kind::null:
            return "n";
        case value_kind::boolean:
            return of.as_boolean() ? "t" : "f";
        case value_kind::integer:
            return fmt::format("i{}", of.as_integer());
        case value_kind::real:
            return fmt::format("d{}", of.as_real());
        case value_kind::string:
            return "s" + std::string(of.text());
        default:
            return std::nullopt;
    }
}

// What identifies an element in a set or among those with keys.
std::optional<std::string> identity_of(const value& element, const json_type& list, arena& memory) {
    if (list.list == list_kind::set) return scalar_text(element);
    if (!element.is(value_kind::map)) return std::nullopt;
    std::string made;
    for (const std::string& key : list.keys) {
        const std::optional<value> part = element.find(value::string(key), memory);
        const std::optional<std::string> text = part ? scalar_text(*part) : std::string("n");
        if (!text) return std::nullopt;
        made += fmt::format("{}:{}", text->size(), *text);
    }
    return made;
}

// Sets and lists with keys, wherever their elements are.
class declared_list : public list_access {
public:
    [[nodiscard]] std::optional<bool> equals(const void* data, const value& other,
                                             arena& memory) const override {
        const json_type& list = declared_of(data);
        if (list.list == list_kind::atomic) return std::nullopt;
        const auto own = index_of(data, list, memory);
        for (std::size_t i = 0; i < other.size(); ++i) {
            const value element = other.at(i, memory);
            const auto identity = identity_of(element, list, memory);
            const auto found = identity ? own.find(*identity) : own.end();
            if (found == own.end()) return false;
            if (list.list == list_kind::keyed && !equal(at(data, found->second, memory), element, memory))
                return false;
        }
        return true;
    }
    [[nodiscard]] std::optional<value> joined(const void* data, const value& other,
                                              arena& memory) const override;

protected:
    ~declared_list() = default;
    [[nodiscard]] virtual const json_type& declared_of(const void* data) const = 0;

private:
    using index = std::unordered_map<std::string, std::size_t>;
    [[nodiscard]] index index_of(const void* data, const json_type& list, arena& memory) const {
        index made;
        for (std::size_t i = 0; i < size(data); ++i) {
            memory.spend();
            if (auto identity = identity_of(at(data, i, memory), list, memory))
                made.insert_or_assign(std::move(*identity), i);
        }
        return made;
    }
};

class array_list final : public declared_list {
public:
    [[nodiscard]] std::size_t size(const void* data) const override { return array_of(data).size(); }
    [[nodiscard]] value at(const void* data, std::size_t index, arena& memory) const override {
        return json_value(array_of(data)[index], memory, declared_of(data).element.get());
    }

private:
    static const bj::array& array_of(const void* data) {
        return *static_cast<const bj::array*>(static_cast<const typed_view*>(data)->data);
    }
    [[nodiscard]] const json_type& declared_of(const void* data) const override {
        return *static_cast<const typed_view*>(data)->declared;
    }
};

struct merged_elements {
    std::span<value> elements;
    const json_type* declared;
};

class merged_list final : public declared_list {
public:
    [[nodiscard]] std::size_t size(const void* data) const override { return of(data).elements.size(); }
    [[nodiscard]] value at(const void* data, std::size_t index, arena&) const override {
        return of(data).elements[index];
    }

private:
    static const merged_elements& of(const void* data) { return *static_cast<const merged_elements*>(data); }
    [[nodiscard]] const json_type& declared_of(const void* data) const override { return *of(data).declared; }
};

const array_list array_list_access;
const merged_list merged_list_access;

// Elements of the left list keep their places; those with keys are replaced.
std::optional<value> declared_list::joined(const void* data, const value& other, arena& memory) const {
    const json_type& list = declared_of(data);
    if (list.list == list_kind::atomic) return std::nullopt;
    index own = index_of(data, list, memory);
    std::size_t count = size(data);
    value* elements = memory.make_array<value>(count + other.size());
    for (std::size_t i = 0; i < count; ++i) elements[i] = at(data, i, memory);
    for (std::size_t i = 0; i < other.size(); ++i) {
        const value element = other.at(i, memory);
        const auto identity = identity_of(element, list, memory);
        if (identity) {
            const auto [known, added] = own.try_emplace(*identity, count);
            if (!added && known->second < size(data) && list.list == list_kind::keyed)
                elements[known->second] = element;
            if (!added && (list.list == list_kind::set || known->second < size(data))) continue;
        }
        elements[count++] = element;
    }
    const auto* made =
        memory.make<merged_elements>(merged_elements{std::span<value>(elements, count), &list});
    return value::list(merged_list_access, made);
}

}  // namespace

value typed_list(const bj::array& from, const json_type& declared, arena& memory) {
    return value::list(array_list_access, memory.make<typed_view>(typed_view{&from, &declared}));
}

}}}  // namespace setpoint::v0::cel
