#pragma once
// The objects of one kind as an API server lists and watches them, for a real cache over a fake client.

#include "watched_collection.hpp"

#include <fmt/format.h>

#include <map>

namespace setpoint { inline namespace v0 {

class fake_collection {
public:
    fake_collection(loop& l, const kind_info& kind)
        : kind_(kind), told_(l, [this, &l] { return body_of(l, list()); }) {}

    // `metadata` and `spec` as the members of JSON objects.
    void put(const std::string& name, const std::string& metadata = "", const std::string& spec = "") {
        const bool is_new = !objects_.contains(name);
        const std::string all = fmt::format(
            R"({{"apiVersion":"{}","kind":"{}","metadata":{{"name":"{}",{}"uid":"uid-{}","resourceVersion":"{}"{}{}}},"spec":{{{}}}}})",
            kind_.gvk.api_version(), kind_.gvk.kind, name,
            kind_.scope == scope::namespaced ? R"("namespace":"default",)" : "", name, ++version_,
            metadata.empty() ? "" : ",", metadata, spec);
        objects_[name] = all;
        tell(is_new ? "ADDED" : "MODIFIED", all);
    }
    void remove(const std::string& name) {
        const std::string last = objects_.at(name);
        objects_.erase(name);
        ++version_;
        tell("DELETED", last);
    }
    // As a read would be answered.
    const std::string& text(const std::string& name) const { return objects_.at(name); }
    // The next thing that watches are told of is a list.
    void expire() { told_.expire(); }
    bool serves(const call& c) const { return c.resource == kind_.resource(); }
    std::unique_ptr<http::response_stream> open(const call& c) { return told_.open(c); }

private:
    std::string list() const {
        std::string items;
        for (const auto& [name, o] : objects_) items += (items.empty() ? "" : ",") + o;
        return fmt::format(R"({{"kind":"List","metadata":{{"resourceVersion":"{}"}},"items":[{}]}})",
                           version_, items);
    }
    void tell(std::string_view type, const std::string& object) {
        told_.say(fmt::format("{{\"type\":\"{}\",\"object\":{}}}\n", type, object));
    }

    const kind_info& kind_;
    std::map<std::string, std::string> objects_;
    std::int64_t version_ = 100;
    watched_collection told_;
};

}}  // namespace setpoint::v0
