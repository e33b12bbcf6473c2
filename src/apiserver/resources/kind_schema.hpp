#pragma once
// The schema of a served resource, which for a built-in kind is read from its table when it is first asked
// for: most never are, and reading all takes longer than the rest of a server's start.

#include "apiserver/schema/schema.hpp"

#include <functional>
#include <utility>

namespace setpoint::apiserver {

// May give null: anything goes. Whoever holds it keeps the nodes. For one thread, like all of the server.
class kind_schema {
public:
    kind_schema() = default;
    explicit kind_schema(const schema_node* node) : node_(node) {}
    explicit kind_schema(std::function<const schema_node*()> read) : read_(std::move(read)) {}

    const schema_node* get() const {
        if (read_) node_ = std::exchange(read_, nullptr)();
        return node_;
    }
    explicit operator bool() const { return get() != nullptr; }
    const schema_node& operator*() const { return *get(); }
    const schema_node* operator->() const { return get(); }

private:
    mutable std::function<const schema_node*()> read_;
    mutable const schema_node* node_ = nullptr;
};

}  // namespace setpoint::apiserver
