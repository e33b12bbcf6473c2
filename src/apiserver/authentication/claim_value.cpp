#include "apiserver/authentication/claim_value.hpp"

#include "setpoint/cel/kubernetes.hpp"

#include <boost/json/array.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver::authentication {

namespace {

cel::value value_of_json(const bj::value& v);

class claim_list final : public cel::list_access {
public:
    virtual ~claim_list() = default;
    [[nodiscard]] std::size_t size(const void* data) const override { return of(data).size(); }
    [[nodiscard]] cel::value at(const void* data, std::size_t index, cel::arena&) const override {
        return value_of_json(of(data)[index]);
    }

private:
    static const bj::array& of(const void* data) { return *static_cast<const bj::array*>(data); }
};

class claim_map final : public cel::map_access {
public:
    virtual ~claim_map() = default;
    [[nodiscard]] std::size_t size(const void* data) const override { return of(data).size(); }
    [[nodiscard]] std::optional<cel::value> find(const void* data, const cel::value& key,
                                                 cel::arena&) const override {
        if (!key.is(cel::value_kind::string)) return std::nullopt;
        const std::optional<std::string> name = cel::unescape_property(key.text());
        const bj::value* const found = of(data).if_contains(name ? std::string_view(*name) : key.text());
        return found ? std::optional(value_of_json(*found)) : std::nullopt;
    }
    [[nodiscard]] cel::value key_at(const void* data, std::size_t index, cel::arena&) const override {
        const auto key = (of(data).begin() + static_cast<std::ptrdiff_t>(index))->key();
        return cel::value::string({key.data(), key.size()});
    }
    [[nodiscard]] cel::value value_at(const void* data, std::size_t index, cel::arena&) const override {
        return value_of_json((of(data).begin() + static_cast<std::ptrdiff_t>(index))->value());
    }

private:
    static const bj::object& of(const void* data) { return *static_cast<const bj::object*>(data); }
};

const claim_list lists{};
const claim_map maps{};

cel::value value_of_json(const bj::value& v) {
    switch (v.kind()) {
        case bj::kind::bool_:
            return cel::value::boolean(v.get_bool());
        case bj::kind::int64:
            return cel::value::real(static_cast<double>(v.get_int64()));
        case bj::kind::uint64:
            return cel::value::real(static_cast<double>(v.get_uint64()));
        case bj::kind::double_:
            return cel::value::real(v.get_double());
        case bj::kind::string:
            return cel::value::string({v.get_string().data(), v.get_string().size()});
        case bj::kind::array:
            return cel::value::list(lists, &v.get_array());
        case bj::kind::object:
            return claim_value(v.get_object());
        case bj::kind::null:
            break;
    }
    return cel::value::null();
}

}  // namespace

cel::value claim_value(const bj::object& from) {
    return cel::value::map(maps, &from);
}

}}}  // namespace setpoint::v0::apiserver::authentication
