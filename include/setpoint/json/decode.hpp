#pragma once
// Decodes JSON straight from the byte stream into described structs, chunk by chunk, with no tree in between.

#include "setpoint/core/error.hpp"
#include "setpoint/core/text.hpp"
#include "setpoint/json/type_info.hpp"
#include "setpoint/json/type_table.hpp"

#include <memory>
#include <string_view>

namespace setpoint::json {

struct decode_options {
    std::uint32_t max_depth = 64;  // of what is described; an item of a list counts for itself
    text_pool* pool = nullptr;     // shares repeating texts when given; must outlive the decoder
};

// Decodes one JSON document into one object at a time. Unknown fields are skipped; a null leaves the field
// unset; of duplicate keys the last wins. Numbers out of range, wrong types, names that an enum does not
// have, strings over 16 MiB and a described value deeper than max_depth are errc::bad_data, with the JSON
// path in the message
// ("spec.template.spec.containers[0].image: expected a string, found a number") and never a value of the
// document: list indexes and map keys are all that is quoted. What is not described is passed over however
// deep it is; from that depth on only its brackets and quotes are looked at, and of managedFields always.
// Reusable: start() begins anew and keeps buffers. After an error, only start() is allowed.
class decoder {
public:
    explicit decoder(decode_options options = {});
    ~decoder();
    decoder(const decoder&) = delete;
    decoder& operator=(const decoder&) = delete;

    // The next document goes into `target`, a value of `type` in its initial state that outlives the
    // decoding.
    void start(const type_info& type, void* target);
    // Any number of pieces, of any size.
    result<> write(std::string_view bytes);
    // The end of the document. Error when it is incomplete.
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

// A list response ({"metadata":{"resourceVersion":...,"continue":...},"items":[...]}) read item by item: each
// item is handed over as soon as it is complete, so a page of 500 objects is never held twice.
struct list_meta {
    std::string resource_version, continue_token;
    std::int64_t remaining = 0;  // remainingItemCount, an estimate
};
class list_handler {
public:
    virtual ~list_handler() = default;
    // A fresh, default-constructed object of the item type to decode the next item into.
    virtual void* next_item() = 0;
    // The object last handed out is complete.
    virtual void item_done() = 0;
    // The object last handed out cannot be completed: a value does not fit its type. True: pass over the rest
    // of the item and go on with the next one; false: the list cannot be read.
    virtual bool item_failed(const error&) { return false; }
};
class list_decoder {
public:
    // `handler` outlives it. `type` is the item's type.
    list_decoder(const type_info& type, list_handler& handler, decode_options options = {});
    ~list_decoder();
    result<> write(std::string_view bytes);
    result<> finish();
    const list_meta& meta() const;  // complete after finish()

private:
    struct impl;
    std::unique_ptr<impl> impl_;
};

}  // namespace setpoint::json
