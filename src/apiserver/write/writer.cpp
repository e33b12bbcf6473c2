#include "apiserver/write/writer.hpp"

#include "apiserver/authorization/requester.hpp"
#include "apiserver/go/text.hpp"
#include "apiserver/kinds/gated_fields.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "apiserver/patch/managers.hpp"
#include "apiserver/patch/same_value.hpp"
#include "apiserver/request/object_metadata.hpp"
#include "apiserver/schema/schema_operations.hpp"
#include "apiserver/state/field_ownership.hpp"
#include "apiserver/write/subresources.hpp"

#include <fmt/format.h>

#include <charconv>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::size_t longest_prefix = 58;
constexpr int name_attempts = 8;

bj::object& meta_of(bj::object& object) {
    return make_object(object, "metadata");
}

void forget(bj::object& o, std::string_view key) {
    if (const auto at = o.find(key); at != o.end()) o.stable_erase(at);
}

}  // namespace

std::string stored_path(const resource& r, const object_key& key) {
    return "/registry/" + r.storage_folder + "/" + (key.ns.empty() ? "" : key.ns + "/") + key.name;
}

namespace {

// etcd takes requests of 1.5 MiB (--max-request-bytes), which contain the key up to three times. Built-in
// kinds have other limits: they are stored as Protocol Buffers, whose size is not that of the text.
std::size_t longest_text(const resource& r, const object_key& key) {
    constexpr std::size_t largest_request = 1536 * 1024, message_fields = 64;
    return r.custom ? largest_request - 3 * stored_path(r, key).size() - message_fields : std::string::npos;
}

api_error too_large_to_store() {
    return plain_error("etcdserver: request is too large");
}

bool holds_nothing(const bj::object& object) {
    const bj::object& meta = object_of(object, "metadata");
    const auto grace = number_at(meta, "deletionGracePeriodSeconds");
    return value_at(meta, "deletionTimestamp") && list_of(meta, "finalizers").empty() &&
           (!grace || *grace == 0) && list_of(object_of(object, "spec"), "finalizers").empty();
}

api_error not_a_version(std::string_view text) {
    const bool number = text.find_first_not_of("0123456789") == std::string_view::npos;
    return {500,
            {},
            fmt::format("strconv.ParseUint: parsing {}: {}", go_text::quoted(text),
                        number ? "value out of range" : "invalid syntax"),
            {}};
}

// A create drops the status that was sent. On the real server the default of the status comes back when
// the stored object is read, in the version in which it is stored.
void default_status(const resource& r, bj::object& object) {
    if (!r.custom || !r.has_status || !r.type || r.gvr.api_version() != r.storage_version) return;
    const schema_node* const status = r.type->find("status");
    if (!status || !status->default_value || object.contains("status")) return;
    bj::value tree(std::move(object));
    apply_defaults(*r.type, tree, true);
    object = std::move(tree.get_object());
}

// Makes a check again until the webhooks that authorize have answered what it asks.
template <class Check>
awaitable<api_result<>> after_reviews(const requester* by, std::vector<std::string>& warnings,
                                      std::size_t warnings_before, Check check) {
    api_result<> ok;
    while (awaits_reviews(by)) {
        co_await answer_reviews(by);
        warnings.resize(warnings_before);
        ok = check();
    }
    co_return ok;
}

}  // namespace

api_result<> check_stored_uid(const resource& r, const object_key& key, std::string_view wanted,
                              std::string_view is) {
    if (wanted.empty() || wanted == is) return {};
    return conflict(
        r.gr(), key.name,
        fmt::format(
            "StorageError: invalid object, Code: 4, Key: {}, ResourceVersion: 0, "
            "AdditionalErrorMsg: Precondition failed: UID in precondition: {}, UID in object meta: {}",
            stored_path(r, key), wanted, is));
}

bool is_version(std::string_view text) {
    std::uint64_t n = 0;
    const auto [end, ec] = std::from_chars(text.data(), text.data() + text.size(), n);
    return ec == std::errc() && end == text.data() + text.size();
}

void object_writer::default_times(bj::object& object) const {
    if (kind_.code->default_times) kind_.code->default_times(object, state_.context(subresource_).now);
}

void object_writer::track_now(bj::object& next, const bj::object* live) {
    const bj::object blank = zero_value_of(kind_);
    conversion_memo none(state_, kind_);
    track_update(next, live, versioned_type_of(state_, kind_, subresource_, blank, none),
                 field_manager_of(state_, kind_, subresource_, options_));
}

// Called for kinds that a webhook converts, so that other writes need no coroutine for it. If it fails, the
// owners stay as they are.
awaitable<void> object_writer::track(bj::object& next, const bj::object* live) {
    const bj::object blank = zero_value_of(kind_);
    conversion_memo known(state_, kind_);
    const field_manager manager = field_manager_of(state_, kind_, subresource_, options_);
    for (;;) {
        // Made again each time: a definition may change during a call, and its types with it.
        const versioned_type type = versioned_type_of(state_, kind_, subresource_, blank, known);
        bj::object tracked = next;
        track_update(tracked, live, type, manager);
        if (!known.lacks_any()) {
            next = std::move(tracked);
            co_return;
        }
        if (const auto ok = co_await known.complete(due_); !ok) {
            patching::keep_managed_fields(next, live ? *live : blank);
            co_return;
        }
    }
}

awaitable<api_result<bj::object>> object_writer::changed(const change& c, const bj::object* live) {
    conversion_memo known(state_, kind_);
    const std::size_t warnings_before = warnings_.size();
    for (;;) {
        reshaped_ = spec_reshaped_ = false;
        auto made = c(live, known);
        if (!known.lacks_any()) co_return made;
        warnings_.resize(warnings_before);
        if (auto ok = co_await known.complete(due_); !ok) co_return ok.error();
    }
}

api_result<> object_writer::admit(const char* verb, const object_key& key, bj::object& object,
                                  const bj::object* old, const std::vector<write_step>& steps) {
    pending_write p{kind_, verb, subresource_, key, &object, old, options_.dry_run, &warnings_, options_.by};
    return run_steps(steps, p);
}

void object_writer::note_sent_labels(const bj::object& as_sent) {
    labels_sent_ = !object_of(object_of(as_sent, "metadata"), "labels").empty();
}

void object_writer::prepare_new(bj::object& object) {
    bj::object& meta = meta_of(object);
    meta["uid"] = state_.new_uid();
    meta["creationTimestamp"] = state_.time_text();
    kind_context c = state_.context(subresource_);
    c.user = &user_of(options_.by);
    c.labels_sent = labels_sent_;
    // Kinds without a generation keep what the client sent.
    if (kind_.code->has_generation && kind_.code->generation_from_one) meta["generation"] = 1;
    // First, since the quality of service follows from what is left.
    drop_disabled_fields(state_.features, kind_.storage, object, nullptr);
    if (kind_.code->prepare_create) kind_.code->prepare_create(object, c);
}

api_result<> object_writer::resolve_name(bj::object& object, object_key& key) {
    bj::object& meta = meta_of(object);
    const std::string prefix(text_at(meta, "generateName"));
    key.name = text_at(meta, "name");
    if (key.name.empty() && !prefix.empty()) {
        const std::string base = prefix.substr(0, longest_prefix);
        // noopNameGenerator of pkg/registry/networking/ipaddress: no suffix makes an address.
        if (kind_.storage == "ipaddresses.networking.k8s.io") {
            meta["name"] = key.name = prefix;
            return {};
        }
        for (int i = 0; i < name_attempts; ++i) {
            key.name = base + state_.random_suffix(suffix_length);
            if (!state_.of(kind_).get(key)) break;
        }
        meta["name"] = key.name;
        if (state_.of(kind_).get(key)) return generate_name_conflict(kind_.gr(), key.name);
    }
    return {};
}

awaitable<api_result<written>> object_writer::create(bj::object object, bool tracked, bool by_update) {
    if (auto ok = check_depth(object); !ok) co_return ok.error();
    bj::object& meta = meta_of(object);
    object_key key{kind_.namespaced ? std::string(text_at(meta, "namespace")) : "",
                   std::string(text_at(meta, "name"))};
    const std::string version(text_at(meta, "resourceVersion"));
    const bool had_version = version != "0" && is_version(version) && !options_.dry_run;
    // An update parses it first; a create ignores an invalid version, and a dry run does not get
    // that far.
    if (by_update && !version.empty() && !is_version(version)) co_return not_a_version(version);
    if (!options_.dry_run) forget(meta, "resourceVersion");
    // An object that an update or an apply creates loses them after admission.
    const auto forget_deletion = [](bj::object& from) {
        for (const char* name : {"deletionTimestamp", "deletionGracePeriodSeconds"}) forget(from, name);
    };
    if (!by_update) forget_deletion(meta);
    forget(meta, "selfLink");
    // Time and uid are the server's: no field manager owns them.
    default_times(object);
    if (tracked && !kind_.webhook)
        track_now(object, nullptr);
    else if (tracked)
        co_await track(object, nullptr);
    // `meta` may be gone: tracking can replace the object.
    if (!by_update && state_.mutates())
        for (const char* name : {"uid", "creationTimestamp"}) forget(meta_of(object), name);
    const std::uint64_t before = state_.store.revision();
    if (!state_.mutates()) {
        if (auto ok = admit("create", key, object, nullptr, state_.admission); !ok) co_return ok.error();
    } else if (auto ok = co_await mutate("create", key, object, nullptr); !ok) {
        co_return ok.error();
    }
    auto may_grant = check_escalation(options_.by, kind_.gvr.group, kind_.kind, object, nullptr);
    while (awaits_reviews(options_.by)) {
        co_await answer_reviews(options_.by);
        may_grant = check_escalation(options_.by, kind_.gvr.group, kind_.kind, object, nullptr);
    }
    if (state_.store.revision() != before)
        if (auto ok = admit("create", key, object, nullptr, state_.rechecks); !ok) co_return ok.error();
    if (!may_grant) co_return may_grant.error();
    if (auto ok = resolve_name(object, key); !ok) co_return ok.error();
    if (by_update) forget_deletion(meta_of(object));
    prepare_new(object);
    auto valid = check_new(object);
    if (awaits_reviews(options_.by)) valid = co_await check_new_reviewed(key, object);
    if (!valid) co_return valid.error();
    if (by_update)
        if (auto ok = co_await may_create(key, object); !ok) co_return ok.error();
    auto forms = co_await allocate(key, object);
    if (!forms) co_return forms.error();
    const std::string by_webhook(text_at(object_of(object, "metadata"), "resourceVersion"));
    const bool set_by_webhook = by_webhook != "0" && is_version(by_webhook) && !options_.dry_run;
    if ((had_version || set_by_webhook) && !by_update)
        co_return plain_error("resourceVersion should not be set on objects to be created");
    co_return keep_new(key, std::move(object), std::move(*forms));
}

awaitable<api_result<>> object_writer::check_new_reviewed(const object_key& key, bj::object& object) {
    const std::uint64_t before = state_.store.revision();
    auto valid =
        co_await after_reviews(options_.by, warnings_, warnings_.size(), [&] { return check_new(object); });
    if (!valid || state_.store.revision() == before) co_return valid;
    co_return admit("create", key, object, nullptr, state_.rechecks);
}

awaitable<api_result<>> object_writer::may_create(const object_key& key, bj::object& object) {
    const std::uint64_t before = state_.store.revision();
    auto ok = check_create_on_update(options_.by);
    while (awaits_reviews(options_.by)) {
        co_await answer_reviews(options_.by);
        ok = check_create_on_update(options_.by);
    }
    if (!ok || state_.store.revision() == before) co_return ok;
    co_return admit("create", key, object, nullptr, state_.rechecks);
}

awaitable<api_result<stored_forms>> object_writer::allocate(const object_key& key, bj::object& object) {
    const bool asks_webhooks = options_.by != nullptr && options_.by->reviewed;
    const bj::object prepared = state_.validates() || kind_.webhook || asks_webhooks ? object : bj::object();
    const std::size_t warnings_before = warnings_.size();
    for (;;) {
        const std::uint64_t before = state_.store.revision();
        const auto take = [&] { return admit("create", key, object, nullptr, state_.allocation); };
        auto taken = take();
        if (awaits_reviews(options_.by))
            taken = co_await after_reviews(options_.by, warnings_, warnings_before, [&] {
                object = prepared;
                return take();
            });
        if (!taken) co_return taken.error();
        if (state_.validates())
            if (auto ok = co_await validate_by_webhooks("CREATE", key, object, nullptr, {}); !ok)
                co_return ok.error();
        prune_mutated(object);
        default_status(kind_, object);
        drop_empty_lists(object);
        api_result<stored_forms> forms = stored_forms();
        if (kind_.webhook) forms = co_await stored_forms_of(state_, kind_, object, due_);
        if (!forms || state_.store.revision() == before) co_return forms;
        if (auto ok = admit("create", key, object, nullptr, state_.rechecks); !ok) co_return ok.error();
        if (check_again("create", key, object, nullptr)) co_return forms;
        // An address was taken, or a quota is used up: the first step says so, or takes another address.
        object = prepared;
        warnings_.resize(warnings_before);
        if (state_.event_loop.now() >= due_) co_return request_timeout();
    }
}

// Whether what the object takes is still free.
api_result<> object_writer::check_again(const char* verb, const object_key& key, const bj::object& object,
                                        const bj::object* old) {
    if (options_.dry_run) return {};  // takes nothing
    bj::object again = object;
    const std::size_t warnings_before = warnings_.size();
    auto ok = admit(verb, key, again, old, state_.allocation);
    warnings_.resize(warnings_before);
    return ok;
}

api_result<written> object_writer::keep_new(const object_key& key, bj::object object, stored_forms forms) {
    if (const record_ptr there = state_.of(kind_).get(key)) {
        api_error e = already_exists(kind_.gr(), key.name);
        if (value_at(object_of(there->parse(), "metadata"), "deletionTimestamp"))
            e.message = "object is being deleted: " + e.message;
        return e;
    }
    if (options_.dry_run) return written{in_order(std::move(object)), true, false};
    if (!kind_.webhook) forms.object = std::move(object);
    const record_ptr kept =
        keep_converted(state_, kind_, key, std::move(forms), reshaped_, longest_text(kind_, key));
    if (!kept) return too_large_to_store();
    return written{state_.served(kind_, *kept), true, false};
}

api_result<> object_writer::check_version(const object_key& key, bj::object& next,
                                          const bj::object& live) const {
    bj::object& meta = meta_of(next);
    const std::string sent(text_at(meta, "resourceVersion"));
    const std::string current(text_at(object_of(live, "metadata"), "resourceVersion"));
    if (sent.empty() || sent == "0") {
        if (!kind_.code->unconditional_update) {
            field_errors errors;
            invalid(errors, "metadata.resourceVersion", bj::value(0), "must be specified for an update");
            return invalid_object({kind_.gvr.group, kind_.gvr.resource}, key.name, errors);
        }
        meta["resourceVersion"] = current;
        return {};
    }
    if (sent == current) return {};
    if (!is_version(sent)) return not_a_version(sent);
    return conflict(
        kind_.gr(), key.name,
        "the object has been modified; please apply your changes to the latest version and try again");
}

void object_writer::prepare_next(bj::object& next, const bj::object& live) {
    const kind_context c = state_.context(subresource_);
    drop_disabled_fields(state_.features, kind_.storage, next, &live);
    copy_field(meta_of(next), object_of(live, "metadata"), "generation");
    if (kind_.code->prepare_update) kind_.code->prepare_update(next, live, c);
    bj::object& meta = meta_of(next);
    const bj::object& old = object_of(live, "metadata");
    forget(meta, "selfLink");
    if (text_at(meta, "uid").empty()) copy_field(meta, old, "uid");
    copy_field(meta, old, "creationTimestamp");
    // An update cannot remove the deletion timestamp. Setting one is rejected as a change of an
    // immutable field.
    if (value_at(old, "deletionTimestamp")) copy_field(meta, old, "deletionTimestamp");
    if (!value_at(meta, "deletionGracePeriodSeconds")) copy_field(meta, old, "deletionGracePeriodSeconds");
    count_generation(next, live);
}

awaitable<api_result<written>> object_writer::update(const object_key& key, const change& c,
                                                     const update_rules& rules) {
    const std::size_t warnings_before = warnings_.size();
    for (;;) {
        auto done = co_await try_update(key, c, rules);
        if (!done) co_return done.error();
        if (*done) co_return std::move(**done);
        warnings_.resize(warnings_before);
        if (state_.event_loop.now() >= due_) co_return request_timeout();
    }
}

awaitable<api_result<std::optional<written>>> object_writer::try_create(const object_key& key,
                                                                        const change& c,
                                                                        const update_rules& rules) {
    auto made = co_await changed(c, nullptr);
    if (!made) co_return made.error();
    auto done = co_await create(std::move(*made), !rules.tracked, true);
    if (done) co_return std::optional<written>(std::move(*done));
    if (state_.of(kind_).get(key)) co_return std::optional<written>();
    co_return done.error();
}

awaitable<api_result<std::optional<written>>> object_writer::try_update(const object_key& key,
                                                                        const change& c,
                                                                        const update_rules& rules) {
    const std::optional<written> again;
    const record_ptr now = state_.of(kind_).get(key);
    if (!now && !rules.may_create) co_return object_not_found(kind_.gr(), key.name);
    if (auto ok = check_stored_uid(kind_, key, rules.uid, now ? now->uid : ""); !ok) co_return ok.error();
    if (!now) co_return co_await try_create(key, c, rules);
    api_result<record_ptr> read = now;
    if (kind_.webhook) read = co_await convert_record(state_, kind_, now, due_);
    if (!read) co_return read.error();
    const bj::object live = state_.served(kind_, **read);
    auto made = co_await changed(c, &live);
    if (!made) co_return made.error();
    bj::object next = std::move(*made);
    if (auto ok = check_depth(next); !ok) co_return ok.error();
    default_times(next);
    if (!rules.tracked && !kind_.webhook)
        track_now(next, &live);
    else if (!rules.tracked)
        co_await track(next, &live);
    // Webhooks are called even if the version is outdated.
    if (!state_.mutates() || rules.form) {
        if (auto ok = admit("update", key, next, &live, state_.admission); !ok) co_return ok.error();
    } else if (auto ok = co_await mutate("update", key, next, &live); !ok) {
        co_return ok.error();
    }
    merge_owners(next, owners_of::patch, warnings_);
    auto may_grant = check_escalation(options_.by, kind_.gvr.group, kind_.kind, next, &live);
    while (awaits_reviews(options_.by)) {
        co_await answer_reviews(options_.by);
        may_grant = check_escalation(options_.by, kind_.gvr.group, kind_.kind, next, &live);
    }
    if (!may_grant) co_return may_grant.error();
    if (auto ok = check_version(key, next, live); !ok) co_return ok.error();
    if (state_.of(kind_).get(key) != now) co_return again;
    prepare_next(next, live);
    const std::uint64_t before = state_.store.revision();
    const std::size_t warnings_before = warnings_.size();
    auto valid = accept_next(key, next, live);
    if (awaits_reviews(options_.by))
        valid = co_await after_reviews(options_.by, warnings_, warnings_before,
                                       [&] { return accept_next(key, next, live); });
    if (!valid) co_return valid.error();
    if (state_.validates())
        if (auto ok = co_await validate_by_webhooks("UPDATE", key, next, &live, rules); !ok)
            co_return ok.error();
    prune_mutated(next);
    if (!reshaped_) restore_times(next, live);
    drop_empty_lists(next);
    next = in_order(std::move(next));
    api_result<stored_forms> forms = stored_forms();
    if (kind_.webhook && !holds_nothing(next)) forms = co_await stored_forms_of(state_, kind_, next, due_);
    if (!forms) co_return forms.error();
    if (state_.store.revision() != before)
        if (state_.of(kind_).get(key) != now || !check_again("update", key, next, &live)) co_return again;
    auto done = keep_next(key, std::move(next), live, *now, std::move(*forms));
    if (!done) co_return done.error();
    co_return std::optional<written>(std::move(*done));
}

api_result<> object_writer::accept_next(const object_key& key, bj::object& next, const bj::object& live) {
    if (auto ok = check_next(next, live); !ok) return ok;
    return admit("update", key, next, &live, state_.allocation);
}

api_result<written> object_writer::keep_next(const object_key& key, bj::object next, const bj::object& live,
                                             const record& now, stored_forms forms) {
    if (holds_nothing(next)) {
        if (options_.dry_run) return written{std::move(next), false, true};
        state_.drop(kind_, key);  // watches see the previous state
        return written{std::move(next), false, true};
    }
    // The real server compares bytes: with what it read, and then with the stored bytes.
    const bool as_read = !reshaped_ && !now.rewrite;
    const bool unchanged = as_read && patching::same_value(bj::value(next), bj::value(live)) &&
                           !state_.is_stored_otherwise(kind_, now, kind_.webhook ? forms.object : next);
    if (unchanged || options_.dry_run) return written{std::move(next), false, false};
    if (!kind_.webhook) forms.object = std::move(next);
    const record_ptr kept =
        keep_converted(state_, kind_, key, std::move(forms), reshaped_, longest_text(kind_, key));
    if (!kept) return too_large_to_store();
    return written{state_.served(kind_, *kept), false, false};
}

}}}  // namespace setpoint::v0::apiserver
