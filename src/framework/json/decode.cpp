#include "setpoint/json/decode.hpp"

#include "framework/json/document_reader.hpp"

namespace setpoint { inline namespace v0 { namespace json {

struct decoder::impl {
    explicit impl(const decode_options& options) : reader(options) {}
    document_reader reader;
};

decoder::decoder(decode_options options) : impl_(std::make_unique<impl>(options)) {}
decoder::~decoder() = default;
void decoder::start(const type_info& type, void* target) {
    impl_->reader.start(type, target);
}
result<> decoder::write(std::string_view bytes) {
    return impl_->reader.write(bytes);
}
result<> decoder::finish() {
    return impl_->reader.finish();
}
bool decoder::done() const {
    return impl_->reader.done();
}

result<> decode_into(const type_info& type, void* target, std::string_view document, decode_options options) {
    document_reader reader(options);
    reader.start(type, target);
    if (auto r = reader.write(document); !r) return r;
    return reader.finish();
}

}}}  // namespace setpoint::v0::json
