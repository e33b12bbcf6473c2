#pragma once
// Decodes a JSON byte stream into described structs in chunks, without a tree in between.

#include "setpoint/core/error.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/detail/type_table.hpp"
#include "setpoint/json/type_info.hpp"

#include <memory>
#include <string_view>

namespace setpoint::inline v0::json {

struct decode_options {
    std::uint32_t max_depth = 64;  // of described values; each item of a list counts separately
    string_pool* pool = nullptr;   // if set, shares repeated strings; must outlive the decoder
};

// Decodes JSON documents into objects, one at a time. Unknown fields are skipped; null leaves a
// field unset; the last of duplicate keys wins. Reusable: start() starts a new document and keeps
// buffers.
// Errors: bad_data for numbers out of range, wrong types, unknown enum names, strings over 16 MiB
// and described values deeper than max_depth. The message contains the JSON path
// ("spec.template.spec.containers[0].image: expected a string, found a number") and never a value
// of the document: only list indexes and map keys are quoted. Values that are not described are
// skipped at any depth; beyond max_depth, and always in managedFields, only brackets and quotes are
// checked. After an error only start() is allowed.
class decoder {
public:
    explicit decoder(decode_options options = {});
    ~decoder();
    decoder(const decoder&) = delete;
    decoder& operator=(const decoder&) = delete;

    // Decodes the next document into `target`, a value of `type` in its initial state that must
    // outlive the decoding.
    void start(const type_info& type, void* target);
    // Accepts pieces of any number and size.
    result<> write(std::string_view bytes);
    // Ends the document. Errors: bad_data if it is incomplete.
    result<> finish();
    // Whether the document is complete (only white space may follow).
    bool done() const;

private:
    struct impl;
    std::unique_ptr<impl> impl_;
};

result<> decode_into(const type_info& type, void* target, std::string_view document,
                     decode_options options = {});

template <class T>
result<T> decode(std::string_view document, decode_options options = {}) {
    T value;
    auto r = decode_into(type_of<T>(), &value, document, options);
    if (!r) return r.error();
    return value;
}

// A list response ({"metadata":{"resourceVersion":...,"continue":...},"items":[...]}) that is read
// item by item. Each item is delivered as soon as it is complete, so a page of 500 objects is never
// held twice.
struct list_meta {
    std::string resource_version, continue_token;
    std::int64_t remaining = 0;  // remainingItemCount, an estimate
};
class list_handler {
public:
    virtual ~list_handler() = default;
    // Returns a default-constructed object of the item type for the next item.
    virtual void* next_item() = 0;
    // The object from the last next_item() is complete.
    virtual void item_done() = 0;
    // The object from the last next_item() cannot be completed, because a value does not fit its
    // type. Return true to skip the rest of the item, or false to fail the list.
    virtual bool item_failed(const error&) { return false; }
};
class list_decoder {
public:
    // `handler` must outlive it. `type` is the item's type.
    list_decoder(const type_info& type, list_handler& handler, decode_options options = {});
    ~list_decoder();
    result<> write(std::string_view bytes);
    result<> finish();
    const list_meta& meta() const;  // complete after finish()

private:
    struct impl;
    std::unique_ptr<impl> impl_;
};

}  // namespace setpoint::inline v0::json
