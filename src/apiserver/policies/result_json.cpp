#include "apiserver/policies/result_json.hpp"

#include "apiserver/go/text.hpp"
#include "apiserver/policies/admission_types.hpp"
#include "cel/base64.hpp"
#include "cel/go_time.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

namespace setpoint { inline namespace v0 { namespace apiserver::policies {

namespace {

using cel::value_kind;

constexpr int deepest_result = 64;
constexpr std::size_t most_values = 1'000'000, longest_texts = 3U << 20U;

struct no_json : std::runtime_error {
    using runtime_error::runtime_error;
};

class result_walk {
public:
    explicit result_walk(cel::arena& memory) : memory(memory) {}
    void enter(int depth, std::size_t text = 0) {
        if (depth > deepest_result)
            throw no_json("the result of the expression is nested deeper than 64 levels");
        texts_ += text;
        if (++values_ > most_values || texts_ > longest_texts)
            throw no_json("the result of the expression is too large");
    }
    cel::arena& memory;

private:
    std::size_t values_ = 0, texts_ = 0;
};

bool is_object(const cel::value& v) {
    return v.is(value_kind::map) && v.type().kind() == cel::type_kind::object;
}

class json_maker {
public:
    json_maker(json_form form, cel::arena& memory) : form_(form), walk_(memory) {}

    bj::value make(const cel::value& from, int depth) {
        walk_.enter(depth);
        switch (from.kind()) {
            case value_kind::null:
                return nullptr;
            case value_kind::boolean:
                return from.as_boolean();
            case value_kind::integer:
                return whole(from.as_integer());
            case value_kind::unsigned_integer:
                return natural(from.as_unsigned());
            case value_kind::real:
                return number(from.as_real());
            case value_kind::list:
                return list(from, depth);
            case value_kind::map:
                return map(from, depth);
            default:
                return text(from);
        }
    }

private:
    static constexpr std::int64_t safe = 9007199254740991;

    bj::value whole(std::int64_t n) const {
        if (form_ == json_form::protocol && (n > safe || n < -safe)) return bj::value(std::to_string(n));
        return n;
    }
    bj::value natural(std::uint64_t n) const {
        if (form_ == json_form::protocol && n > static_cast<std::uint64_t>(safe))
            return bj::value(std::to_string(n));
        return n;
    }
    bj::value number(double d) const {
        if (!std::isfinite(d)) throw no_json("a number of the result is infinite or not a number");
        constexpr auto most = static_cast<double>(safe);
        if (form_ == json_form::protocol && d >= -most && d <= most && d == std::floor(d))
            return static_cast<std::int64_t>(d);
        return d;
    }
    bj::value text(const cel::value& from) {
        std::string made;
        if (from.is(value_kind::string))
            made = from.text();
        else if (from.is(value_kind::bytes))
            made = cel::encode_base64(from.text());
        else if (from.is(value_kind::timestamp))
            made = cel::timestamp_text(from.seconds(), from.subsecond(), from.offset());
        else if (from.is(value_kind::duration))
            made = cel::duration_text(from.nanoseconds());
        else
            throw no_json(fmt::format("type conversion error from '{}' to JSON", from.type().name()));
        walk_.enter(0, made.size());
        return bj::value(made);
    }
    bj::value list(const cel::value& from, int depth) {
        bj::array made;
        for (std::size_t i = 0; i < from.size(); ++i)
            made.push_back(make(from.at(i, walk_.memory), depth + 1));
        return made;
    }
    bj::value map(const cel::value& from, int depth) {
        bj::object made;
        for (std::size_t i = 0; i < from.size(); ++i) {
            const cel::value key = from.map().key_at(from.data(), i, walk_.memory);
            if (!key.is(value_kind::string))
                throw no_json(
                    form_ == json_form::protocol
                        ? fmt::format("unsupported type conversion from '{}' to string", key.type().name())
                        : fmt::format("map key is of type {}, not string", key.type().name()));
            walk_.enter(depth, key.text().size());
            made.insert_or_assign(key.text(),
                                  make(from.map().value_at(from.data(), i, walk_.memory), depth + 1));
        }
        return made;
    }

    json_form form_;
    result_walk walk_;
};

// typeCheck of cel/mutation/dynamic.
void check_type_names(const cel::value& v, const std::string& path, int depth, result_walk& walk,
                      std::string& to) {
    walk.enter(depth, path.size());
    if (v.is(value_kind::list)) {
        for (std::size_t i = 0; i < v.size(); ++i)
            check_type_names(v.at(i, walk.memory), path, depth + 1, walk, to);
        return;
    }
    if (!v.is(value_kind::map)) return;
    const bool object = is_object(v);
    if (object && v.type().name() != path)
        to += fmt::format(
            "{}unexpected type name {}, expected {}, which matches field name path from root Object type",
            to.empty() ? "" : "\n", go_text::quoted(v.type().name()), go_text::quoted(path));
    for (std::size_t i = 0; i < v.size(); ++i) {
        const cel::value key = v.map().key_at(v.data(), i, walk.memory);
        const bool extends = object && key.is(value_kind::string);
        check_type_names(v.map().value_at(v.data(), i, walk.memory),
                         extends ? fmt::format("{}.{}", path, key.text()) : path, depth + 1, walk, to);
    }
}

}  // namespace

json_result json_of(const cel::value& from, json_form form, cel::arena& memory) {
    try {
        return {json_maker(form, memory).make(from, 0), {}};
    } catch (const no_json& why) {
        return {nullptr, why.what()};
    } catch (const cel::memory_exhausted& why) {
        return {nullptr, why.what()};
    }
}

std::string type_name_errors(const cel::value& object, cel::arena& memory) {
    std::string made;
    try {
        result_walk walk(memory);
        check_type_names(object, std::string(object.type().name()), 0, walk, made);
    } catch (const no_json&) {
        return {};
    } catch (const cel::memory_exhausted&) {
        return {};
    }
    return made;
}

}}}  // namespace setpoint::v0::apiserver::policies
