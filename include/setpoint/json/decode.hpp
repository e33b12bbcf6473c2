#pragma once
// Decodes a JSON byte stream into described structs in chunks, without a tree in between.
//
// JSON values and the members that accept them; anything else is bad_data with the path:
//     true, false         bool
//     -1, 2               std::int32_t and std::int64_t within their range, double, number scalars
//     1.5, 1e3            double, scalars of type number
//     "text"              strings, enums with this name, string scalars that accept the text
//     [...], {...}        lists; structs, maps, JSON
//     null                any member: optionals, lists, maps and JSON become empty, others keep their value

#include "setpoint/core/error.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/detail/type_table.hpp"
#include "setpoint/json/type_info.hpp"

#include <memory>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace json {

// Each level takes a frame of the decoder, so max_depth bounds the memory that a document can demand.
struct decode_options {
    std::uint32_t max_depth = 64;  // of described values; each item of a list counts separately
    string_pool* pool = nullptr;   // if set, shares repeated strings; must outlive the decoder
};

// Decodes JSON documents into objects, one at a time. Unknown fields are skipped; null leaves a
// field unset; the last of duplicate keys wins, except that a struct that is an entry of a map, or a field
// of a struct with more than 64 fields, keeps the members of the first that the last one lacks. Reusable:
// start() starts a new document and keeps buffers. Errors: bad_data for numbers out of range, wrong types,
// unknown enum names, strings over 16 MiB and described values deeper than max_depth. The message contains
// the JSON path ("spec.template.spec.containers[0].image: expected a string, found a number") and never a
// value of the document: only list indexes and map keys are quoted. Values that are not described are
// skipped at any depth; beyond max_depth, and always in managedFields, only brackets and quotes are
// checked. After an error only start() is allowed. The decoder never refers to a piece after write()
// returns: all texts are copied, or shared through the pool. It is neither copied nor moved, and it is not
// thread-safe. A decoder reserves max_depth frames once, so reuse it for the events of a watch.
//
//     json::decoder in;
//     site s;
//     in.start(json::type_of<site>(), &s);
//     while (auto piece = next_piece()) if (auto r = in.write(*piece); !r) return r.error();
//     if (auto r = in.finish(); !r) return r.error();
class decoder {
public:
    explicit decoder(decode_options options = {});
    ~decoder();
    decoder(const decoder&) = delete;
    decoder& operator=(const decoder&) = delete;

    // Decodes the next document into `target`, a value of `type` in its initial state that must
    // outlive the decoding.
    // The pointer is void* because the decoder follows the table of the type and is compiled once for all
    // types. The target remains the caller's. Precondition: `target` is a `type` at its address,
    // default-constructed; fields that the document does not contain keep their initializers. May be
    // called at any time, also in the middle of a document or after an error.
    void start(const type_info& type, void* target);
    // Accepts pieces of any number and size.
    // A piece may end anywhere, even inside a UTF-8 sequence or an escape; the result is independent of
    // where. Bytes after the end of the document are an error unless they are white space. Linear in the
    // size of the piece. After an error the target contains what was read so far: do not use it, except to
    // destroy it.
    result<> write(std::string_view bytes);
    // Ends the document. Errors: bad_data if it is incomplete.
    // The target is complete if it succeeds.
    result<> finish();
    // Whether the document is complete (only white space may follow).
    bool done() const;

private:
    // Keeps Boost.JSON's parser, whose headers are expensive, out of this one.
    struct impl;
    std::unique_ptr<impl> impl_;
};

// Decodes one whole document: start(), write() and finish() in one call. Same preconditions and errors.
// `document` need not outlive the call.
result<> decode_into(const type_info& type, void* target, std::string_view document,
                     decode_options options = {});

// Precondition: T is default-constructible and described; a type that is not does not compile.
//     const auto s = json::decode<site>(R"({"spec":{"color":"red"}})");
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
// ListMeta of apimachinery. `continue_token` is opaque; "" on the last page.
struct list_meta {
    std::string resource_version, continue_token;
    std::int64_t remaining = 0;  // remainingItemCount, an estimate
};
// Receives the items of a list. Called only within list_decoder::write(), in the order next_item(), then
// item_done() or item_failed(), then the next item. Must not call the decoder.
//
//     struct collector : json::list_handler {
//         void* next_item() override { return (at = std::make_shared<site>()).get(); }
//         void item_done() override { all.push_back(std::move(at)); }
//         std::shared_ptr<site> at;
//         std::vector<std::shared_ptr<const site>> all;
//     };
class list_handler {
public:
    virtual ~list_handler() = default;
    // Returns a default-constructed object of the item type for the next item.
    // The handler owns the object; the decoder only fills it, through the void* and the item type's table,
    // and forgets the pointer after item_done() or item_failed(). So the address must be stable until
    // then: not an element of a vector that grows.
    virtual void* next_item() = 0;
    // The object from the last next_item() is complete.
    // The object is complete and valid; it may be moved away.
    virtual void item_done() = 0;
    // The object from the last next_item() cannot be completed, because a value does not fit its
    // type. Return true to skip the rest of the item, or false to fail the list.
    // Its fields up to the failure are set. Only for values that do not fit (a wrong JSON type, an invalid
    // quantity, too many levels); text that is not JSON always fails the list. This is how a cache
    // survives a single object that an older version of the operator has stored.
    virtual bool item_failed(const error&) { return false; }
};
// Reads "items" whether "metadata" comes before or after. Items of a list may be as deep as separate
// documents. Errors are those of decoder, with the item's index in the path. One list per decoder.
class list_decoder {
public:
    // `handler` must outlive it. `type` is the item's type.
    // `type` must outlive it, as all tables of type_of() do.
    list_decoder(const type_info& type, list_handler& handler, decode_options options = {});
    ~list_decoder();
    // Calls the handler for each item that begins or ends in the piece. Exceptions of the handler pass
    // through; the decoder is then only good for destruction.
    result<> write(std::string_view bytes);
    result<> finish();
    // Views the decoder: copy it before the decoder is destroyed.
    const list_meta& meta() const;  // complete after finish()

private:
    struct impl;
    std::unique_ptr<impl> impl_;
};

}}}  // namespace setpoint::v0::json
