#pragma once
// What the parts of the server tell the audit log about a request. Without a record these do nothing; `by`
// may be null.

#include "apiserver/audit/request_record.hpp"
#include "apiserver/authorization/requester.hpp"
#include "apiserver/request/options.hpp"

#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver::audit {

// Whether what the level asks for is recorded: before a value is computed that only the record needs.
inline bool is_recorded(const requester* by, level least = level::metadata) {
    return by != nullptr && by->record != nullptr && by->record->records(least);
}
inline void annotate(const requester* by, std::string_view key, std::string_view value) {
    if (is_recorded(by)) by->record->annotate(key, value);
}
// An annotation of an admission plugin: dropped if the key is not a prefix, a slash and a name.
void annotate_admission(const requester* by, std::string_view key, std::string_view value,
                        level least = level::metadata);
inline void note_request(const requester* by, const bj::object& object) {
    if (is_recorded(by)) by->record->set_request(object);
}
inline void note_patch(const requester* by, std::string_view content_type, std::string_view body) {
    if (is_recorded(by)) by->record->set_patch(content_type, body);
}
// Measures a layer while it exists. The record, or that of the requester, may be null.
class latency {
public:
    latency(request_record* of, layer in) : record_(of), layer_(in) {
        if (record_ != nullptr) begun_ = record_->now();
    }
    latency(const requester* by, layer in) : latency(by != nullptr ? by->record : nullptr, in) {}
    latency(const latency&) = delete;
    latency& operator=(const latency&) = delete;
    ~latency() {
        if (record_ != nullptr) record_->spend(layer_, record_->now() - begun_);
    }

private:
    request_record* record_;
    layer layer_;
    wall_time begun_{};
};
// `body`: as sent; without one, options are not recorded.
void note_delete(const requester* by, const delete_options& o, std::string_view body);

}}}  // namespace setpoint::v0::apiserver::audit
