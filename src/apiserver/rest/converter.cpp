#include "apiserver/rest/converter.hpp"

#include "apiserver/rest/turns.hpp"
#include "apiserver/schema/schema_operations.hpp"
#include "apiserver/validation/definition.hpp"
#include "setpoint/core/race.hpp"

namespace setpoint::inline v0::apiserver {

namespace {

// Whether the record, as served, is in that version already.
bool is_in_version(const resource& r, const record& o) {
    return o.json.starts_with("{\"kind\":\"" + r.kind + "\",\"apiVersion\":\"" + r.gvr.api_version() + "\",");
}

awaitable<call_answer> convert_object(server_state_ptr w, conversion_webhook_ptr by, bj::object object,
                                      std::string wanted, time_point due) {
    std::vector<bj::object> one;
    one.push_back(std::move(object));
    auto done = co_await convert_objects(std::move(w), std::move(by), std::move(one), std::move(wanted), due);
    if (!done) co_return done.error();
    co_return std::move(done->front());
}

}  // namespace

outside_call conversion_call(std::string key, conversion_webhook_ptr by, bj::object object,
                             std::string wanted) {
    return {std::move(key), [by = std::move(by), object = std::move(object), wanted = std::move(wanted)](
                                server_state_ptr w, time_point due) {
                return convert_object(std::move(w), by, object, wanted, due);
            }};
}

awaitable<api_result<std::vector<bj::object>>> convert_objects(server_state_ptr w, conversion_webhook_ptr by,
                                                               std::vector<bj::object> objects,
                                                               std::string wanted, time_point due) {
    conversion_request sent;
    sent.review_version = review_version_of(by->review_versions);
    sent.wanted = std::move(wanted);
    sent.objects = std::move(objects);
    if (sent.review_version.empty()) co_return plain_error("no supported conversion review versions");
    if (!w->call_webhook)
        co_return conversion_failed(sent, "this server calls no webhooks: start it as 'setpoint apiserver'");
    sent.uid = w->event_loop.random().uuid();
    const time_point end = std::min(due, saturating_add(w->event_loop.now(), conversion_call_limit));
    auto answer = co_await with_deadline(w->event_loop, end, "conversion webhook",
                                         w->call_webhook(by, sent.text(), conversion_call_limit));
    if (answer) co_return converted_objects(sent, *answer);
    if (answer.error().code == errc::timeout && w->event_loop.now() >= due) co_return request_timeout();
    co_return conversion_failed(sent, answer.error().message);
}

awaitable<api_result<>> convert_records(server_state_ptr w, resource_ptr r, std::vector<record_ptr>& items,
                                        time_point due) {
    if (!r->webhook) co_return api_result<>();
    const std::string wanted = r->gvr.api_version();
    std::size_t at = 0;
    while (at < items.size()) {
        std::vector<std::size_t> places;
        std::vector<bj::object> objects;
        std::size_t bytes = 0;
        for (; at < items.size() && places.size() < conversion_batch && bytes < conversion_batch_bytes;
             ++at) {
            if (is_in_version(*r, *items[at])) continue;
            if (record_ptr converted = w->conversions.find(items[at]->revision, wanted)) {
                items[at] = std::move(converted);
                continue;
            }
            places.push_back(at);
            bytes += items[at]->json.size();
            objects.push_back(w->as_stored(*r, *items[at]));
        }
        if (places.empty()) continue;
        const std::uint64_t defined = w->kinds.generation();
        auto done = co_await convert_objects(w, r->webhook, std::move(objects), wanted, due);
        if (!done) co_return done.error();
        for (std::size_t i = 0; i < places.size(); ++i) {
            bj::object& object = (*done)[i];
            if (r->type) prune(*r->type, object);
            items[places[i]] = converted_record(*items[places[i]], in_order(std::move(object)));
            if (w->kinds.generation() == defined) w->conversions.add(wanted, items[places[i]]);
        }
    }
    co_return api_result<>();
}

}  // namespace setpoint::inline v0::apiserver
