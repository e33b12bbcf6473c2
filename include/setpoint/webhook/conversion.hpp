#pragma once
// Declares how the versions of a kind are converted: each to and from one version, the hub, which
// is usually the stored one. The API server then converts through a webhook at /convert.
//
//     m.conversion<cron_job>().version<v2::cron_job>(to_hub, from_hub);
//
//     void to_hub(const v2::cron_job& from, cron_job& to);
//     void from_hub(const cron_job& from, v2::cron_job& to);

#include "setpoint/api/kind_info.hpp"

#include <functional>
#include <type_traits>
#include <vector>

namespace setpoint { inline namespace v0 {

// The conversions of one kind, before they are served.
// Type-erased so that one endpoint serves all kinds. `from` points to a constant object of the step's
// source version and `to` to a default-constructed one of its target; the endpoint creates both with
// kind_info::make(), owns them for the duration of the call, and encodes `to` if the step succeeds. A step
// keeps neither pointer.
struct conversion_declaration {
    using step = std::function<result<>(const void* from, void* to)>;
    struct version {
        const kind_info* kind;
        step to_hub, from_hub;
    };
    // Set by conversion_builder; never null afterwards. One declaration for each group and kind: a second
    // one throws fault: invalid when the manager starts.
    const kind_info* hub = nullptr;
    std::vector<version> versions;  // all but the hub
};

// One path for all kinds: a ConversionReview contains objects of a single kind, and the endpoint finds the
// declaration by group and kind.
inline constexpr std::string_view conversion_path = "/convert";

namespace detail {

// Evaluated before the function is stored, so that a wrong signature is reported as one sentence at the
// call of version() and not inside std::function. An awaitable is refused: the API server calls
// conversions within reads and lists, so they must neither wait nor depend on other objects.
template <class From, class To, class F>
inline constexpr bool is_conversion = [] {
    if constexpr (std::is_invocable_v<F&, const From&, To&>) {
        using returned = std::invoke_result_t<F&, const From&, To&>;
        return std::is_same_v<returned, void> || std::is_same_v<returned, result<>>;
    } else {
        return false;
    }
}();

// Restores the types and copies the metadata, so that every conversion keeps name, UID, owners and
// finalizers. The returned function owns `f`.
template <class From, class To, class F>
conversion_declaration::step conversion_step(F f) {
    return [f = std::move(f)](const void* from, void* to) mutable -> result<> {
        const From& source = *static_cast<const From*>(from);
        To& target = *static_cast<To*>(to);
        target.metadata = source.metadata;
        if constexpr (std::is_same_v<std::invoke_result_t<F&, const From&, To&>, void>) {
            f(source, target);
            return {};
        } else {
            return f(source, target);
        }
    };
}

}  // namespace detail

// Kept in the manager. Both functions are plain: void or result<>, whose error fails the request of
// the client. They get objects with defaults and set all but the metadata, which is copied before;
// the API server takes only labels and annotations from what they make. No version may lose what
// another has: testing::round_trips() checks that.
// An object whose version or kind was not declared, or that does not fit its type, fails the whole review
// with the error "request.objects[2]: ..."; the log names the object. A thrown exception is answered with
// 500. Between two versions that are not the hub, to_hub of the one runs before from_hub of the other.
// Fields that a version does not describe are lost in a conversion.
//
// Lifetime: refers to the declaration, which the manager owns; use it in the statement that returned it.
template <class Hub>
class conversion_builder {
public:
    // Precondition: `d` outlives the builder. Hub's kind becomes that of the declaration.
    explicit conversion_builder(conversion_declaration& d) : d_(d) { d_.hub = &kind_of<Hub>(); }

    // Declares one version. Compile-time preconditions: Version has Hub's group and kind and another
    // version; both functions have the signatures below. Declare each version once: a second declaration
    // of the same version is never used. The two functions may be called for any stored object, including
    // those that today's validation would refuse.
    template <class Version, class To, class From>
    conversion_builder& version(To to_hub, From from_hub) {
        static_assert(Version::kind().group == Hub::kind().group &&
                          Version::kind().name == Hub::kind().name &&
                          Version::kind().version != Hub::kind().version,
                      "version<V>(): V is another version of the hub's kind");
        static_assert(detail::is_conversion<Version, Hub, To>,
                      "version<V>(to_hub, from_hub): to_hub is a function void(const V&, Hub&)");
        static_assert(detail::is_conversion<Hub, Version, From>,
                      "version<V>(to_hub, from_hub): from_hub is a function void(const Hub&, V&)");
        if constexpr (detail::is_conversion<Version, Hub, To> && detail::is_conversion<Hub, Version, From>)
            d_.versions.push_back({&kind_of<Version>(),
                                   detail::conversion_step<Version, Hub>(std::move(to_hub)),
                                   detail::conversion_step<Hub, Version>(std::move(from_hub))});
        return *this;
    }

private:
    conversion_declaration& d_;
};

}}  // namespace setpoint::v0
