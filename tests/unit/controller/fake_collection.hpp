#pragma once
// The objects of one kind as an API server lists and watches them, for a real cache over a fake client.

#include "fake_client.hpp"
#include <setpoint/core/event.hpp>
#include <setpoint/http/transport.hpp>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include <map>

namespace setpoint {

class fake_collection {
public:
    fake_collection(loop& l, const kind_info& kind) : l_(l), kind_(kind) {}
    ~fake_collection() {
        for (const auto& w : watchers_) w->close();
    }

    // `metadata` and `spec` as the members of JSON objects.
    void put(const std::string& name, const std::string& metadata = "", const std::string& spec = "") {
        const bool is_new = !objects_.contains(name);
        const std::string all = fmt::format(
            R"({{"apiVersion":"{}","kind":"{}","metadata":{{"name":"{}",{}"uid":"uid-{}","resourceVersion":"{}"{}{}}},"spec":{{{}}}}})",
            kind_.gvk.api_version(), kind_.gvk.kind, name,
            kind_.scope == scope::namespaced ? R"("namespace":"default",)" : "", name, ++version_,
            metadata.empty() ? "" : ",", metadata, spec);
        objects_[name] = all;
        send(is_new ? "ADDED" : "MODIFIED", all);
    }
    void remove(const std::string& name) {
        const std::string last = objects_.at(name);
        objects_.erase(name);
        ++version_;
        send("DELETED", last);
    }
    bool serves(const call& c) const { return c.resource == kind_.resource(); }
    result<std::unique_ptr<http::response_stream>> open(const call& c) {
        if (c.op == verb::watch) {
            watchers_.push_back(std::make_shared<mailbox<std::string>>(l_));
            return std::unique_ptr<http::response_stream>(new stream(watchers_.back()));
        }
        std::string list;
        for (const auto& [name, o] : objects_) list += (list.empty() ? "" : ",") + o;
        auto whole = std::make_shared<mailbox<std::string>>(l_);
        whole->push(fmt::format(R"({{"kind":"List","metadata":{{"resourceVersion":"{}"}},"items":[{}]}})",
                                version_, list));
        whole->close();
        return std::unique_ptr<http::response_stream>(new stream(std::move(whole)));
    }

private:
    struct stream final : http::response_stream {
        explicit stream(std::shared_ptr<mailbox<std::string>> from) : from_(std::move(from)) {
            head_.status = 200;
        }
        const http::response_head& head() const override { return head_; }
        awaitable<result<std::string_view>> read() override {
            auto next = co_await from_->pop();
            piece_ = next ? std::move(*next) : std::string();
            co_return std::string_view(piece_);
        }
        http::response_head head_;
        std::shared_ptr<mailbox<std::string>> from_;
        std::string piece_;
    };
    void send(std::string_view type, const std::string& object) {
        for (const auto& w : watchers_)
            w->push(fmt::format(R"({{"type":"{}","object":{}}})"
                                "\n",
                                type, object));
    }

    loop& l_;
    const kind_info& kind_;
    std::map<std::string, std::string> objects_;
    std::int64_t version_ = 100;
    std::vector<std::shared_ptr<mailbox<std::string>>> watchers_;
};

}  // namespace setpoint
