#include "apiserver/state/converter.hpp"

#include "apiserver/go/json_text.hpp"
#include "apiserver/kinds/apiextensions/custom_resource_definition_spec.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/schema/schema_operations.hpp"
#include "setpoint/core/race.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

// Whether the record, as served, is in that version already.
bool is_in_version(const resource& r, const record& o) {
    return o.json.starts_with("{\"kind\":\"" + r.kind + "\",\"apiVersion\":\"" + r.gvr.api_version() + "\",");
}

// Except objects with only apiVersion and kind, which managed fields are compared with.
bool is_empty_object(const bj::object& o) {
    return o.size() == 2 && o.contains("apiVersion") && o.contains("kind");
}

// In their order.
awaitable<api_result<std::vector<bj::object>>> convert_objects(server_state& w, conversion_webhook_ptr by,
                                                               std::vector<bj::object> objects,
                                                               std::string wanted, time_point due) {
    conversion_request sent;
    sent.review_version = review_version_of(by->review_versions);
    sent.wanted = std::move(wanted);
    sent.objects = std::move(objects);
    if (sent.review_version.empty()) co_return plain_error("no supported conversion review versions");
    if (!w.call_webhook)
        co_return conversion_failed(sent, "this server calls no webhooks: start it as 'setpoint apiserver'");
    sent.uid = w.event_loop.random().uuid();
    const time_point end = std::min(due, saturating_add(w.event_loop.now(), conversion_call_limit));
    auto answer = co_await with_deadline(w.event_loop, end, "conversion webhook",
                                         w.call_webhook(by, sent.text(), conversion_call_limit));
    if (w.event_loop.now() >= due) co_return request_timeout();
    if (answer) co_return converted_objects(sent, *answer);
    co_return conversion_failed(sent, answer.error().message);
}

// Those of one call, from items[at] on: their places, and what is stored.
struct conversion_part {
    std::vector<std::size_t> places;
    std::vector<bj::object> objects;
};

conversion_part next_part(const server_state& w, const resource& r, std::vector<record_ptr>& items,
                          std::size_t& at) {
    const std::string wanted = r.gvr.api_version();
    conversion_part out;
    std::size_t bytes = 0;
    for (; at < items.size() && out.places.size() < conversion_batch && bytes < conversion_batch_bytes;
         ++at) {
        if (is_in_version(r, *items[at])) continue;
        if (record_ptr converted = w.conversions.find(items[at]->revision, wanted)) {
            items[at] = std::move(converted);
            continue;
        }
        out.places.push_back(at);
        bytes += items[at]->json.size();
        out.objects.push_back(w.as_stored(r, *items[at]));
    }
    return out;
}

}  // namespace

awaitable<api_result<bj::object>> convert_object(server_state& w, const resource& r, bj::object object,
                                                 std::string wanted, time_point due) {
    if (text_at(object, "apiVersion") == wanted) co_return object;
    if (is_empty_object(object) || !r.webhook) {
        object["apiVersion"] = wanted;
        co_return object;
    }
    std::vector<bj::object> one;
    one.push_back(std::move(object));
    auto done = co_await convert_objects(w, r.webhook, std::move(one), wanted, due);
    if (!done) co_return done.error();
    bj::object out = std::move(done->front());
    const resource_ptr as = w.in_version(r, wanted);
    if (as && as->type) prune(*as->type, out);
    co_return out;
}

awaitable<api_result<>> convert_records(server_state& w, const resource& r, std::vector<record_ptr>& items,
                                        time_point due) {
    if (!r.webhook) co_return api_result<>();
    const std::string wanted = r.gvr.api_version();
    std::size_t at = 0;
    while (at < items.size()) {
        conversion_part part = next_part(w, r, items, at);
        if (part.places.empty()) continue;
        const std::uint64_t defined = w.kinds.generation();
        auto done = co_await convert_objects(w, r.webhook, std::move(part.objects), wanted, due);
        if (!done) co_return done.error();
        for (std::size_t i = 0; i < part.places.size(); ++i) {
            bj::object& object = (*done)[i];
            record_ptr& item = items[part.places[i]];
            if (r.type) prune(*r.type, object);
            item = converted_record(*item, in_order(std::move(object)));
            if (w.kinds.generation() == defined) w.conversions.add(wanted, item);
        }
    }
    co_return api_result<>();
}

awaitable<api_result<record_ptr>> convert_record(server_state& w, const resource& r, record_ptr o,
                                                 time_point due) {
    if (!r.webhook) co_return o;
    std::vector<record_ptr> one{std::move(o)};
    if (auto ok = co_await convert_records(w, r, one, due); !ok) co_return ok.error();
    co_return std::move(one.front());
}

awaitable<api_result<stored_forms>> stored_forms_of(server_state& w, const resource& r, bj::object object,
                                                    time_point due) {
    stored_forms out;
    const std::string version = r.gvr.api_version();
    if (!r.webhook || version == r.storage_version || r.storage_version.empty()) {
        out.object = std::move(object);
        co_return out;
    }
    auto stored = co_await convert_object(w, r, std::move(object), r.storage_version, due);
    if (!stored) co_return stored.error();
    auto served = co_await convert_object(w, r, *stored, version, due);
    if (!served) co_return served.error();
    out.object = std::move(*stored);
    out.served = std::move(*served);
    co_return out;
}

record_ptr keep_converted(server_state& w, const resource& r, const object_key& key, stored_forms forms,
                          bool rewrite, std::size_t limit) {
    record_ptr kept = w.keep(r, key, std::move(forms.object), rewrite, limit);
    if (kept && forms.served)
        w.conversions.add(r.gvr.api_version(), converted_record(*kept, in_order(std::move(*forms.served))));
    return kept;
}

bj::object conversion_memo::find(const bj::object& object, const std::string& version) {
    if (text_at(object, "apiVersion") == version) return object;
    std::string key = version + ' ' + json_text::serialize(object);
    if (const auto at = known_.find(key); at != known_.end()) return at->second;
    bj::object placeholder = object;
    placeholder["apiVersion"] = version;
    // Only the first: what is made of the placeholder is not asked for.
    if (!is_empty_object(object) && missing_.empty())
        missing_.emplace(std::move(key), std::pair(object, version));
    return placeholder;
}

awaitable<api_result<>> conversion_memo::complete(time_point due) {
    for (auto& [key, wanted] : std::exchange(missing_, {})) {
        auto done = co_await convert_object(state_, kind_, std::move(wanted.first), wanted.second, due);
        if (!done) co_return done.error();
        known_.emplace(key, std::move(*done));
    }
    co_return api_result<>();
}

}}}  // namespace setpoint::v0::apiserver
