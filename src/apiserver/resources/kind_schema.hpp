#pragma once
// The schema of a served resource. For a built-in kind it is read from its table on first use: most
// are never needed, and reading all of them takes longer than the rest of a server's start.

#include "apiserver/schema/schema.hpp"

#include <functional>
#include <utility>

namespace setpoint::apiserver {

// get() returns null for a kind without a schema. The owner of this object also keeps the nodes
// alive. Not thread-safe, like the rest of the server.
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
