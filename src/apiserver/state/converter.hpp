#pragma once
// Conversions between the versions of a kind by its webhook, in calls bounded in size and time. None of these
// suspends if no webhook converts the kind. Their references must outlive the call; each ends at `due`.

#include "apiserver/kinds/apiextensions/conversion_review.hpp"
#include "apiserver/request/deadline.hpp"
#include "apiserver/state/server_state.hpp"

#include <map>

namespace setpoint { inline namespace v0 { namespace apiserver {

// The real server's limit for one call.
inline constexpr std::chrono::seconds conversion_call_limit(30);
// Limits of one call; the last object may exceed the bytes. Longer lists take several calls.
inline constexpr std::size_t conversion_batch = 256, conversion_batch_bytes = 2 * 1024 * 1024;

// The object in the version `wanted`, with the fields of its type.
awaitable<api_result<bj::object>> convert_object(server_state& w, const resource& r, bj::object object,
                                                 std::string wanted, time_point due);
// Replaces each record by one in that version of its kind, for server_state::served().
awaitable<api_result<>> convert_records(server_state& w, const resource& r, std::vector<record_ptr>& items,
                                        time_point due);
awaitable<api_result<record_ptr>> convert_record(server_state& w, const resource& r, record_ptr o,
                                                 time_point due);

// What is stored of an object, for server_state::keep(), and how it will be served.
struct stored_forms {
    bj::object object;
    std::optional<bj::object> served;  // if a webhook converts it
};
awaitable<api_result<stored_forms>> stored_forms_of(server_state& w, const resource& r, bj::object object,
                                                    time_point due);
// Stores it as keep() does. The webhook is not called again to serve it.
record_ptr keep_converted(server_state& w, const resource& r, const object_key& key, stored_forms forms,
                          bool rewrite = false, std::size_t limit = std::string::npos);

// Conversions for a function that cannot suspend: it runs again after the conversions that it lacked.
//
//     conversion_memo known(w, r);
//     do {
//         ... known.find(object, version) ...
//     } while (known.lacks_any() && co_await known.complete(due));
class conversion_memo {
public:
    conversion_memo(server_state& w, const resource& r) : state_(w), kind_(r) {}
    conversion_memo(const conversion_memo&) = delete;
    conversion_memo& operator=(const conversion_memo&) = delete;

    // The object in that version. If that is not known yet, any object; the result of the function does not
    // count then.
    bj::object find(const bj::object& object, const std::string& version);
    bool lacks_any() const { return !missing_.empty(); }
    // Error: of the conversion.
    awaitable<api_result<>> complete(time_point due);

private:
    server_state& state_;
    const resource& kind_;
    std::map<std::string, bj::object> known_;
    std::map<std::string, std::pair<bj::object, std::string>> missing_;  // object and version
};

}}}  // namespace setpoint::v0::apiserver
