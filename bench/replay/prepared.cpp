#include "prepared.hpp"

#include "protobuf.hpp"

#include <boost/json/serialize.hpp>

namespace setpoint { inline namespace v0 { namespace replay {

namespace bj = boost::json;

const std::string& prepared::protobuf() const {
    if (!protobuf_.empty()) return protobuf_;
    protobuf_ = encode_message(kind.api_version(), kind.kind, json_);
    return protobuf_;
}

std::string prepared::body(format f) const {
    if (f == format::json) return json_;
    std::string out = envelope_begin(kind.api_version(), kind.kind, protobuf().size());
    out += protobuf();
    out += envelope_end;
    return out;
}

prepared failure(int code, std::string_view reason, std::string_view message) {
    return {status_kind, bj::serialize(bj::object{{"kind", "Status"},
                                                  {"apiVersion", "v1"},
                                                  {"metadata", bj::object()},
                                                  {"status", "Failure"},
                                                  {"message", message},
                                                  {"reason", reason},
                                                  {"code", code}})};
}

}}}  // namespace setpoint::v0::replay
