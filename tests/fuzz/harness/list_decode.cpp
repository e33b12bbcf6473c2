// A list response, item by item: items that do not fit are passed over, and how it arrives makes no
// difference.
#include "decoded.hpp"
#include "setpoint/api/core_v1.hpp"

#include <memory>

namespace setpoint { inline namespace v0 { namespace fuzz {

using namespace kinds;

namespace {

class collector : public json::list_handler {
public:
    explicit collector(bool forgiving) : forgiving_(forgiving) {}
    void* next_item() override {
        item_ = std::make_unique<config_map>();
        return item_.get();
    }
    void item_done() override {
        expect(item_ != nullptr, "an item is complete once");
        json::encode(json::type_of<config_map>(), item_.get(), text);
        text += '\n';
        item_.reset();
    }
    bool item_failed(const error& e) override {
        text += e.message + '\n';
        return forgiving_;
    }
    std::string text;

private:
    bool forgiving_;
    std::unique_ptr<config_map> item_;
};

std::string read_list(std::string_view document, cut how, bool forgiving) {
    collector items(forgiving);
    json::list_decoder decoder(json::type_of<config_map>(), items);
    for (const std::string_view piece : pieces(document, how)) {
        const std::string copy(piece);
        if (const auto ok = decoder.write(copy); !ok) return items.text + without_syntax(ok.error().message);
    }
    if (const auto ok = decoder.finish(); !ok) return items.text + without_syntax(ok.error().message);
    const json::list_meta& m = decoder.meta();
    return items.text + m.resource_version + ' ' + m.continue_token + ' ' + std::to_string(m.remaining);
}

}  // namespace

void list_decode(std::string_view input) {
    for (const bool forgiving : {false, true}) {
        const std::string whole = read_list(input, cut::whole, forgiving);
        for (const cut how : {cut::anywhere, cut::bytes})
            expect_equal(whole, read_list(input, how, forgiving),
                         "the items are the same however they arrive");
    }
}

}}}  // namespace setpoint::v0::fuzz
