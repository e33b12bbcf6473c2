#pragma once
// Consumers of a response body, which arrives in pieces.

#include "setpoint/api/kind_info.hpp"
#include "setpoint/client/client.hpp"
#include "setpoint/json/decode.hpp"

#include <functional>
#include <optional>

namespace setpoint { inline namespace v0 {

class body_reader {
public:
    virtual ~body_reader() = default;
    // Called before the first piece of a response; discards an earlier one.
    virtual void start() = 0;
    virtual result<> write(std::string_view piece) = 0;
    virtual result<> finish() = 0;
    virtual std::size_t limit() const = 0;  // maximum body size in bytes
    // Returns false if a truncated or oversized body does no harm.
    virtual bool is_needed() const { return true; }
};

class object_reader final : public body_reader {
public:
    // `pool` and `held` (call::find_cached, may be null) must outlive it, since caches keep the objects.
    using held_answer = std::function<object_ptr(std::string_view)>;
    object_reader(const kind_info& kind, std::size_t limit, string_pool& pool,
                  const held_answer* held = nullptr)
        : kind_(kind), limit_(limit), pool_(pool), held_(held) {}
    void start() override {
        decoder_.reset();
        found_.reset();
    }
    result<> write(std::string_view piece) override {
        if (found_) return {};
        if (!decoder_) {
            if (held_ && *held_) found_ = (*held_)(piece);
            if (found_) return {};
            begin();
        }
        return decoder_->write(piece);
    }
    result<> finish() override {
        if (found_) return {};
        if (!decoder_) begin();
        const auto ok = decoder_->finish();
        if (ok) found_ = std::move(object_);
        return ok;
    }
    std::size_t limit() const override { return limit_; }
    // If the object was already held, the rest of the response is not needed.
    bool is_needed() const override { return !found_; }
    object_ptr take() { return std::move(found_); }

private:
    void begin() {
        object_ = kind_.make();
        decoder_.emplace(json::decode_options{.pool = &pool_});
        decoder_->start(*kind_.type, object_.get());
    }

    const kind_info& kind_;
    std::size_t limit_;
    string_pool& pool_;
    const held_answer* held_;
    std::shared_ptr<void> object_;
    std::optional<json::decoder> decoder_;
    object_ptr found_;
};

class page_reader final : public body_reader, json::list_handler {
public:
    page_reader(const kind_info& kind, std::size_t limit) : kind_(kind), limit_(limit) {}
    void start() override {
        items_.clear();
        decoder_.emplace(*kind_.type, static_cast<json::list_handler&>(*this));
    }
    result<> write(std::string_view piece) override { return decoder_->write(piece); }
    result<> finish() override { return decoder_->finish(); }
    std::size_t limit() const override { return limit_; }
    const json::list_meta& meta() const { return decoder_->meta(); }
    std::vector<object_ptr>& items() { return items_; }

private:
    void* next_item() override {
        next_ = kind_.make();
        return next_.get();
    }
    void item_done() override {
        if (kind_.dynamic) name_kind(static_cast<dynamic_object*>(next_.get())->json());
        items_.push_back(std::move(next_));
    }
    // List items often lack apiVersion and kind.
    void name_kind(boost::json::object& json) const {
        if (!json.contains("kind")) json["kind"] = kind_.gvk.kind;
        if (!json.contains("apiVersion")) json["apiVersion"] = kind_.gvk.api_version();
    }

    const kind_info& kind_;
    std::size_t limit_;
    std::shared_ptr<void> next_;
    std::vector<object_ptr> items_;
    std::optional<json::list_decoder> decoder_;
};

// Reads the response to a DELETE: the object, or a Status, of which nothing is kept.
class deletion_reader final : public body_reader {
public:
    deletion_reader(const kind_info& kind, std::size_t limit, string_pool& pool)
        : kind_(kind), object_(kind, limit, pool) {}
    void start() override {
        object_.start();
        failed_ = false;
    }
    result<> write(std::string_view piece) override {
        failed_ = failed_ || !object_.write(piece);
        return {};
    }
    result<> finish() override {
        failed_ = failed_ || !object_.finish();
        return {};
    }
    std::size_t limit() const override { return object_.limit(); }
    bool is_needed() const override { return false; }
    // Null if the response is not an object.
    object_ptr take() {
        object_ptr o = failed_ ? nullptr : object_.take();
        return o && !kind_.meta(o.get()).uid.empty() ? o : nullptr;
    }

private:
    const kind_info& kind_;
    object_reader object_;
    bool failed_ = false;
};

// Reads a response that is not needed to its end, so that the connection can be kept.
class ignoring_reader final : public body_reader {
public:
    explicit ignoring_reader(std::size_t limit) : limit_(limit) {}
    void start() override {}
    result<> write(std::string_view) override { return {}; }
    result<> finish() override { return {}; }
    std::size_t limit() const override { return limit_; }
    bool is_needed() const override { return false; }

private:
    std::size_t limit_;
};

}}  // namespace setpoint::v0
