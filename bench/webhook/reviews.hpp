#pragma once
// The requests that the load sends to webhooks, and whether the responses are right.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace bench {

enum class review_kind : std::uint8_t { defaulted, accepted, rejected, converted };

// Half of the reviews are for the defaulter, half for the validator; of these every third is rejected.
review_kind kind_of_review(std::size_t number);
std::string_view path_of(review_kind k);

// As an API server sends them, with managedFields: the creation of a WebServer, an update, or a list of
// `objects` to convert. `number` makes the UID and the name.
std::string review(review_kind k, std::size_t number, std::size_t objects = 1);

// Returns what is wrong with the response to review(k, number, objects), or "".
std::string what_is_wrong(review_kind k, std::size_t number, std::size_t objects, int status,
                          std::string_view body);

}}}  // namespace setpoint::v0::bench
