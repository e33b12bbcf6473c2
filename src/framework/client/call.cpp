#include "setpoint/client/call.hpp"

#include <boost/url/encode.hpp>
#include <boost/url/rfc/pchars.hpp>
#include <boost/url/rfc/unreserved_chars.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace setpoint { inline namespace v0 {

namespace {

bool is_collection(const call& c) {
    return c.op == verb::list || c.op == verb::watch || c.op == verb::remove_collection ||
           (c.op == verb::create && c.subresource.empty() && c.patch == patch_type::none);
}

std::string_view method_of(verb v) {
    switch (v) {
        case verb::get:
        case verb::list:
        case verb::watch:
            return "GET";
        case verb::create:
            return "POST";
        case verb::update:
            return "PUT";
        case verb::patch:
            return "PATCH";
        case verb::remove:
        case verb::remove_collection:
            return "DELETE";
    }
    return "GET";
}

std::string_view content_type_of(patch_type p) {
    switch (p) {
        case patch_type::none:
            return "application/json";
        case patch_type::apply:
            return "application/apply-patch+yaml";  // JSON is valid YAML
        case patch_type::merge:
            return "application/merge-patch+json";
        case patch_type::json:
            return "application/json-patch+json";
    }
    return "application/json";
}

// The last alternative is for servers that do not support PartialObjectMetadata: the other fields
// are then skipped here.
std::string_view accept_of(const call& c) {
    if (!c.metadata_only) return "application/json";
    return c.op == verb::list
               ? "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json"
               : "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json";
}

// As boost::urls::unreserved_chars, the most common characters in targets.
constexpr bool is_unreserved(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '.' || c == '_' || c == '~';
}

// Percent-encodes all but unreserved characters or, in a path, pchars.
void append_escaped(std::string_view s, bool in_path, std::string& target) {
    if (std::all_of(s.begin(), s.end(), is_unreserved)) {
        target += s;
        return;
    }
    const auto encode = [&](const auto& allowed) {
        boost::urls::encode({s.data(), s.size()}, allowed, {}, boost::urls::string_token::append_to(target));
    };
    if (in_path)
        encode(boost::urls::pchars);
    else
        encode(boost::urls::unreserved_chars);
}

void put_path(const call& c, std::string& target) {
    target.clear();  // not assigned: that would replace the memory reserved here
    append_url_prefix(c.resource.group, c.resource.version, target);
    const auto add = [&target](std::string_view segment) { append_escaped(segment, true, target += '/'); };
    if (c.where == scope::namespaced && !c.key.ns.empty()) {
        add("namespaces");
        add(c.key.ns);
    }
    add(c.resource.resource);
    if (!is_collection(c)) add(c.key.name);
    if (!c.subresource.empty()) add(c.subresource);
}

// Appends parameters to a target; empty ones are omitted.
class query {
public:
    explicit query(std::string& target) : target_(target) {}
    void add(std::string_view name, std::string_view value) {
        if (!value.empty()) append(name, value);
    }
    void add(std::string_view name, bool value) {
        if (value) append(name, "true");
    }
    void add(std::string_view name, std::int64_t value) {
        if (value > 0) append(name, std::to_string(value));
    }

private:
    // Out of line: add() is called for many parameters, most of them empty.
    [[gnu::noinline]] void append(std::string_view name, std::string_view value) {
        target_ += std::exchange(before_, '&');
        target_.append(name).append(1, '=');
        append_escaped(value, false, target_);
    }

    std::string& target_;
    char before_ = '?';
};

void append_query(const call& c, const collection_query& asked, query& q) {
    q.add("allowWatchBookmarks", c.op == verb::watch && asked.bookmarks);
    if (asked.send_initial_events)
        q.add("sendInitialEvents", std::string_view(*asked.send_initial_events ? "true" : "false"));
    q.add("labelSelector", asked.label_selector);
    q.add("fieldSelector", asked.field_selector);
    q.add("resourceVersion", asked.resource_version);
    q.add("resourceVersionMatch", asked.resource_version_match);
    q.add("limit", asked.limit);
    q.add("continue", asked.continue_token);
    q.add("timeoutSeconds", asked.timeout_seconds);
}

void append_query(const call& c, std::string& target) {
    query q(target);
    q.add("watch", c.op == verb::watch);
    if (c.of_collection) append_query(c, *c.of_collection, q);
    q.add("fieldManager", c.field_manager);
    q.add("fieldValidation", c.field_validation);
    q.add("force", c.force);
    q.add("dryRun", c.dry_run);
}

// Names that become path segments: apimachinery's IsValidPathSegmentName.
bool is_segment(std::string_view s) {
    return s != "." && s != ".." && s.find_first_of("/%") == std::string_view::npos;
}

}  // namespace

std::string_view to_string(verb v) noexcept {
    switch (v) {
        case verb::get:
            return "get";
        case verb::list:
            return "list";
        case verb::watch:
            return "watch";
        case verb::create:
            return "create";
        case verb::update:
            return "update";
        case verb::patch:
            return "patch";
        case verb::remove:
            return "delete";
        case verb::remove_collection:
            return "deletecollection";
    }
    return "get";
}

const collection_query& call::query() const {
    static const collection_query nothing;
    return of_collection ? *of_collection : nothing;
}

std::string call::describe() const {
    std::string text(op == verb::patch && patch == patch_type::apply ? std::string_view("apply")
                                                                     : to_string(op));
    text += ' ';
    text += resource.group_resource();
    if (!subresource.empty()) text += '/' + subresource;
    if (!key.name.empty())
        text += ' ' + key.to_string();
    else if (!key.ns.empty())
        text += " in " + key.ns;
    if (!dry_run.empty()) text += " (dry run)";
    return text;
}

result<> validate(const call& c) {
    const auto refuse = [&c](std::string_view why) {
        return error(errc::invalid, fmt::format("{}: {}", c.describe(), why));
    };
    if (c.resource.resource.empty() || c.resource.version.empty())
        return refuse("the resource has no name or no version");
    if (!is_collection(c) && c.key.name.empty()) return refuse("the object's name is empty");
    const bool everywhere = c.op == verb::list || c.op == verb::watch;
    if (c.where == scope::namespaced && c.key.ns.empty() && !everywhere)
        return refuse("the namespace is empty");
    if (!is_segment(c.key.ns) || !is_segment(c.key.name))
        return refuse("a name cannot be '.' or '..' or contain '/' or '%'");
    return {};
}

http::request to_request(const call& c) {
    http::request r;
    r.method = method_of(c.patch == patch_type::none ? c.op : verb::patch);
    constexpr std::size_t usual_target = 256, usual_header_bytes = 256;
    r.target.reserve(usual_target);
    put_path(c, r.target);
    append_query(c, r.target);
    r.headers.reserve(usual_header_bytes, 0);
    r.headers.add("Accept", accept_of(c));
    if (!c.body.empty()) r.headers.add("Content-Type", content_type_of(c.patch));
    r.body = c.body;
    return r;
}

}}  // namespace setpoint::v0
