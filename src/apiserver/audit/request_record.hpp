#pragma once
// Collects what the audit log says about one request, and publishes its events (apiserver,
// pkg/endpoints/filters/audit.go and authn_audit.go, pkg/audit/context.go and request.go). No I/O.

#include "apiserver/audit/auditor.hpp"
#include "apiserver/authorization/decision.hpp"

#include <boost/json/object.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver::audit {

// What access control has found out about a request.
struct access_notes {
    user_ptr impersonated{};                           // null: nobody
    std::string constraint{};                          // of the impersonation
    std::optional<authorization::decision> decided{};  // nothing: authorization was not reached
};

// Parts of a request that may take long, for the annotations apiserver.latency.k8s.io/... of slow requests
// (apiserver, pkg/endpoints/request/webhook_duration.go).
enum class layer : std::uint8_t { authentication, authorization, mutating_webhook, validating_webhook };

class request_record : public std::enable_shared_from_this<request_record> {
public:
    // The longest response object that is recorded of a list that is encoded while it is sent.
    static constexpr std::size_t longest_list = 32 * 1024 * 1024;

    // `r` must outlive the call of answer(). `id`: of the header Audit-ID.
    request_record(std::shared_ptr<auditor> to, const http::server_request& r, std::string id);
    request_record(const request_record&) = delete;
    request_record& operator=(const request_record&) = delete;

    // The user is known: chooses what is recorded, and publishes the stage RequestReceived.
    void begin(const authorization::attributes& of);
    // The request is refused before that, because of its credentials or its timeout: it has one event, of the
    // stage ResponseStarted. The user of `of` is null.
    void begin_refused(const authorization::attributes& of);

    // Whether what the level asks for is recorded.
    bool records(level least) const { return is_on_ && event_.at >= least; }
    void set_access(const access_notes& of);
    // The first value of a key stays.
    void annotate(std::string_view key, std::string_view value, level least = level::metadata);
    // What a layer took; several times are added up, or the longest counts, as in kube-apiserver.
    void spend(layer in, duration took);
    wall_time now() const { return to_->now(); }
    // As decoded, before anything changes it.
    void set_request(const bj::object& object);
    void set_patch(std::string_view content_type, std::string_view body);

    // Adds the header Audit-Id, and publishes the events of the response: the last one when its stream ends.
    void answer(http::response& r);
    // There is no response: the handler failed, or the request was cancelled.
    void panic(std::string_view why);
    void cut();

private:
    class stream_copy;
    struct open_stream;

    void choose(const authorization::attributes& of);
    void publish(stage s);
    void complete();  // with the latencies of a slow request
    void set_response(const http::response& r);
    // `body` of an API object.
    void set_response_object(std::string_view content_type, std::string_view body);
    std::string text_of(bj::object object) const;
    bool is_api_path() const;

    std::shared_ptr<auditor> to_;
    const http::server_request& request_;
    request_config config_{};
    event event_{};
    std::array<duration, 4> spent_{};  // by layer
    bool is_on_ = false, is_refused_ = false, is_long_running_ = false, is_resource_ = false;
};
using request_record_ptr = std::shared_ptr<request_record>;

}}}  // namespace setpoint::v0::apiserver::audit
