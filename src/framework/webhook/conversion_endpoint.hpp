#pragma once
// Answers ConversionReviews (apiextensions.k8s.io/v1 and v1beta1) at /convert.
// https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/

#include "setpoint/core/log.hpp"
#include "setpoint/core/metrics.hpp"
#include "setpoint/http/server.hpp"
#include "setpoint/webhook/conversion.hpp"

#include <string>

namespace setpoint { inline namespace v0 {

class conversion_endpoint {
public:
    // `m` and the sink of `log` must outlive it.
    conversion_endpoint(logger log, metrics& m);

    // `d` must outlive it. Throws fault(errc::invalid) if the kind has conversions already.
    void add(const conversion_declaration& d);
    bool empty() const { return kinds_.empty(); }

    // Answers 400, 405 and 415 for what is not a review, otherwise 200 with a review, whose result is
    // a failure if one of the objects cannot be converted; the log has its name.
    awaitable<http::response> serve(const http::server_request& r);

    // Converts one object, as JSON, to the version "group/version". Errors: invalid for a kind or
    // version without a conversion; bad_data for an object that does not fit its type; those of the
    // functions.
    result<std::string> convert(std::string_view object, std::string_view to) const;

private:
    http::response answer(const http::server_request& r) const;
    void report(std::string_view object, std::string_view to, const error& why) const;
    const conversion_declaration* find(std::string_view group, std::string_view kind) const;

    logger log_;
    metrics& metrics_;
    prometheus::Counter &converted_, &failed_;  // reviews
    std::vector<const conversion_declaration*> kinds_;
};

}}  // namespace setpoint::v0
