#include "framework/json/document_reader.hpp"

#include <array>

namespace setpoint { inline namespace v0 { namespace json {
namespace {

// The described part of a list's metadata; its base class is the public result.
struct described_meta : list_meta {
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&list_meta::resource_version, "resourceVersion", ""),
                      field(&list_meta::continue_token, "continue", ""),
                      field(&list_meta::remaining, "remainingItemCount", ""));
    }
};

// The decoder's list of items: appending requests the next one from the handler.
struct item_sink {
    list_handler* handler;
    std::size_t count = 0;
};

struct envelope {
    described_meta metadata;
    item_sink items{};
};

// An item may be as deep as a separate document.
decode_options within_a_list(decode_options o) {
    o.max_depth += 2;
    return o;
}

}  // namespace

struct list_decoder::impl {
    impl(const type_info& type, list_handler& handler, const decode_options& options)
        : item(type), reader(within_a_list(options)) {
        target.items.handler = &handler;
        items.kind = type_kind::list;
        items.element = &item;
        items.ops.size = [](const void* v) { return static_cast<const item_sink*>(v)->count; };
        items.ops.append = [](void* v) {
            auto& sink = *static_cast<item_sink*>(v);
            ++sink.count;
            return sink.handler->next_item();
        };
        items.ops.clear = [](void*) {};
        items.ops.shrink = [](void*) {};
        fields[0].name = "metadata";
        fields[0].type = &type_of<described_meta>();
        fields[0].offset = offsetof(envelope, metadata);
        fields[1].name = "items";
        fields[1].type = &items;
        fields[1].offset = offsetof(envelope, items);
        root.kind = type_kind::object;
        root.fields = fields;
        build_lookup(root, slots);
        reader.start(root, &target);
        reader.handler().watch_items(item, handler);
    }

    // a copy: its address distinguishes the items from values of the same type inside them
    type_info item;
    type_info items{}, root{};
    std::array<field_info, 2> fields{};
    std::array<std::uint8_t, 16> slots{};
    envelope target;
    document_reader reader;
};

list_decoder::list_decoder(const type_info& type, list_handler& handler, decode_options options)
    : impl_(std::make_unique<impl>(type, handler, options)) {}
list_decoder::~list_decoder() = default;
result<> list_decoder::write(std::string_view bytes) {
    return impl_->reader.write(bytes);
}
result<> list_decoder::finish() {
    return impl_->reader.finish();
}
const list_meta& list_decoder::meta() const {
    return impl_->target.metadata;
}

}}}  // namespace setpoint::v0::json
