
#include "apiserver/read/list_text.hpp"

#include "apiserver/go/json_text.hpp"
#include "apiserver/objects/protobuf_envelope.hpp"

#include <deque>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

using media = answer_format::media;

// Go's encoder sorts keys in YAML: some come before the items, some after.
bj::object part_of(const bj::object& head, std::string_view items, bool before) {
    bj::object out;
    for (const auto& [key, value] : head)
        if ((std::string_view(key) < items) == before) out.emplace(key, value);
    return out;
}

class list_source final : public http::body_source {
public:
    list_source(server_state_ptr w, list_writer writer, listing l, std::size_t most)
        : state_(std::move(w)), writer_(std::move(writer)), list_(std::move(l)), most_(most) {}

    awaitable<result<std::string_view>> read() override {
        text_.clear();
        if (ended_) co_return std::string_view();
        if (writer_.needs_size() && pieces_.empty()) co_await encode_all();
        if (!pieces_.empty()) {
            text_ = std::move(pieces_.front());
            pieces_.pop_front();
            ended_ = pieces_.empty();
            co_return std::string_view(text_);
        }
        if (at_ == 0)
            text_ = writer_.begin(list_);
        else
            co_await state_->event_loop.yield();
        add_items(text_);
        if (at_ == list_.items.size()) {
            text_ += writer_.end(list_);
            ended_ = true;
        }
        co_return std::string_view(text_);
    }

private:
    void add_items(std::string& to) {
        const std::size_t end = std::min(at_ + most_, list_.items.size());
        for (; at_ < end && to.size() < list_piece_bytes; ++at_) {
            writer_.add(to, *list_.items[at_], at_ == 0);
            list_.items[at_].reset();
        }
    }
    awaitable<void> encode_all() {
        std::size_t size = 0;
        while (at_ < list_.items.size()) {
            pieces_.emplace_back().reserve(list_piece_bytes + list_piece_bytes / 8);
            add_items(pieces_.back());
            size += pieces_.back().size();
            co_await state_->event_loop.yield();
        }
        pieces_.push_front(writer_.begin(list_, size));
        pieces_.push_back(writer_.end(list_));
    }

    server_state_ptr state_;
    list_writer writer_;
    listing list_;
    std::string text_;
    std::deque<std::string> pieces_;  // in protobuf: those that are left
    std::size_t most_, at_ = 0;
    bool ended_ = false;
};

}  // namespace

list_writer::list_writer(server_state_ptr w, resource_ptr r, answer_format f, include_object include)
    : state_(std::move(w)),
      kind_(std::move(r)),
      format_(std::move(f)),
      shape_(*kind_, format_, include, state_->now()) {
    if (needs_size()) {
        items_ = protobuf_list(json_text::serialize(head({})));
        item_type_ = shape_.plain() ? find_protobuf(kind_->gvr.api_version(), kind_->kind)
                                    : find_protobuf("meta.k8s.io/v1", "PartialObjectMetadata");
    }
    if (!kind_->custom)
        plain_begin_ =
            "{\"kind\":\"" + kind_->kind + "\",\"apiVersion\":\"" + kind_->gvr.api_version() + "\",";
}

bj::object list_writer::head(const listing& l) const {
    bj::object out;
    out["kind"] = kind_->list_kind;
    out["apiVersion"] = kind_->gvr.api_version();
    bj::object& meta = out["metadata"].emplace_object();
    if (l.revision != 0) meta["resourceVersion"] = std::to_string(l.revision);
    if (!l.continue_token.empty() || kind_->custom) meta["continue"] = l.continue_token;
    if (l.remaining) meta["remainingItemCount"] = *l.remaining;
    return shape_.list_head(std::move(out));
}

std::string list_writer::begin(const listing& l, std::size_t items) const {
    const bj::object whole = head(l);
    if (needs_size()) return protobuf_list(json_text::serialize(whole)).begin(items);
    const std::string name(shape_.list_field());
    const bool empty = l.items.empty();
    if (format_.type == media::yaml) {
        const std::string list = !empty ? ":\n" : shape_.empty_is_null() ? ": null\n" : ": []\n";
        return yaml_text(part_of(whole, name, true)) + name + list;
    }
    const std::string_view none = shape_.empty_is_null() ? "null" : "[]";
    std::string out = format_.pretty ? pretty_json(whole) : json_text::serialize(whole);
    out.resize(out.size() - (format_.pretty ? 2 : 1));  // without the line break
    out += format_.pretty ? ",\n  \"" + name + "\": " : ",\"" + name + "\":";
    out += empty ? none : "[";
    return out;
}

void list_writer::add_plain(std::string& to, const record& o) const {
    const std::string text = state_->served_text(*kind_, o);
    // Items of built-in lists have no kind and apiVersion.
    if (kind_->custom) {
        to += text;
    } else if (text.starts_with(plain_begin_)) {
        to += '{';
        to.append(text, plain_begin_.size());
    } else {
        bj::object tree = state_->served(*kind_, o);
        tree.stable_erase("kind");
        tree.stable_erase("apiVersion");
        to += json_text::serialize(tree);
    }
}

void list_writer::add_protobuf(std::string& to, const record& o) const {
    if (item_type_ == nullptr) return;
    if (shape_.plain() && o.json.starts_with(plain_begin_))
        return items_.append_item(state_->encoder, *item_type_, o.json, to);
    const bj::object item = shape_.list_item(state_->served(*kind_, o));
    items_.append_item(state_->encoder, *item_type_, json_text::serialize(item), to);
}

void list_writer::add(std::string& to, const record& o, bool first) const {
    if (needs_size()) return add_protobuf(to, o);
    const bool plain_text = format_.type == media::json && !format_.pretty;
    if (!first && format_.type == media::json) to += ',';
    if (plain_text && shape_.plain()) return add_plain(to, o);
    const bj::value item = shape_.list_item(state_->served(*kind_, o));
    if (format_.type == media::yaml) {
        to += yaml_text(bj::array{item});
    } else if (format_.pretty) {
        to += "\n    ";
        append_pretty(to, item, 2);
    } else {
        to += json_text::serialize(item);
    }
}

std::string list_writer::end(const listing& l) const {
    if (needs_size()) return protobuf_list(json_text::serialize(head(l))).end();
    if (format_.type == media::yaml) {
        const bj::object rest = part_of(head(l), shape_.list_field(), false);
        return rest.empty() ? std::string() : yaml_text(rest);
    }
    const bool empty = l.items.empty();
    if (!format_.pretty) return empty ? "}\n" : "]}\n";
    return empty ? "\n}" : "\n  ]\n}";
}

api_result<http::response> answer_list(server_state_ptr w, resource_ptr r, const answer_format& f,
                                       include_object include, listing l) {
    if (auto ok = shaper(*r, f, include, w->now()).takes_lists(); !ok) return ok.error();
    list_writer writer(w, r, f, include);
    http::response out{200, {{"Content-Type", std::string(writer.content_type())}}, {}, {}};
    const bool as_text =
        f.as == shape::plain && (writer.needs_size() || (f.type == media::json && !f.pretty));
    const std::size_t most = as_text ? list_piece : shaped_list_piece;
    if (l.items.size() > most) {
        out.stream = std::make_shared<list_source>(std::move(w), std::move(writer), std::move(l), most);
        return out;
    }
    if (!writer.needs_size()) out.body = writer.begin(l);
    for (const record_ptr& o : l.items) writer.add(out.body, *o, o == l.items.front());
    if (writer.needs_size()) out.body.insert(0, writer.begin(l, out.body.size()));
    out.body += writer.end(l);
    return out;
}

}}}  // namespace setpoint::v0::apiserver
