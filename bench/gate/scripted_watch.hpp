#pragma once
// An API server that has no objects and whose one watch says what it is told to.

#include <setpoint/client/client.hpp>
#include <setpoint/core/event.hpp>
#include <setpoint/http/transport.hpp>

#include <memory>
#include <string>

namespace setpoint::gate {

class pushed_bytes final : public http::response_stream {
public:
    explicit pushed_bytes(std::shared_ptr<mailbox<std::string>> from) : from_(std::move(from)) {
        head_.status = 200;
    }
    const http::response_head& head() const override { return head_; }
    awaitable<result<std::string_view>> read() override {
        auto next = co_await from_->pop();
        piece_ = next ? std::move(*next) : std::string();
        co_return std::string_view(piece_);
    }

private:
    http::response_head head_;
    std::shared_ptr<mailbox<std::string>> from_;
    std::string piece_;
};

// An API server whose one watch says what it is told to.
class scripted_watch final : public client {
public:
    explicit scripted_watch(loop& l) : loop_(l), said_(std::make_shared<mailbox<std::string>>(l)) {}
    void say(std::string bytes) { said_->push(std::move(bytes)); }
    void hang_up() { said_->close(); }

    awaitable<result<object_ptr>> get_object(const kind_info&, object_key) override { co_return error(); }
    awaitable<result<std::vector<object_ptr>>> list_objects(const kind_info&, list_options) override {
        co_return error();
    }
    awaitable<result<object_ptr>> write(const kind_info&, call) override { co_return error(); }
    awaitable<result<>> remove_object(const kind_info&, object_key, delete_options) override {
        co_return error();
    }
    awaitable<result<std::unique_ptr<http::response_stream>>> open(call c) override {
        if (c.op == verb::watch) co_return std::make_unique<pushed_bytes>(said_);
        auto list = std::make_shared<mailbox<std::string>>(loop_);
        list->push(R"({"kind":"List","metadata":{"resourceVersion":"1"},"items":[]})");
        list->close();
        co_return std::make_unique<pushed_bytes>(std::move(list));
    }
    std::string_view default_field_manager() const override { return "gate"; }

private:
    loop& loop_;
    std::shared_ptr<mailbox<std::string>> said_;
};

}  // namespace setpoint::gate
