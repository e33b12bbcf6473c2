#pragma once
// Values that are computed on first use. Not thread-safe, like the rest of the server.

#include "apiserver/schema/schema.hpp"

#include <functional>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver {

template <class T>
class lazy {
public:
    lazy() = default;
    lazy(T value) : value_(std::move(value)) {}
    explicit lazy(std::function<T()> make) : make_(std::move(make)) {}

    const T& get() const {
        if (make_) value_ = std::exchange(make_, nullptr)();
        return value_;
    }
    const T& operator*() const { return get(); }
    const T* operator->() const { return &get(); }

private:
    mutable std::function<T()> make_;
    mutable T value_{};
};

// The schema of a served resource; get() returns null for a kind without one. The schema of a
// built-in kind is read from its table on first use: most are never needed, and reading all of them
// takes longer than the rest of a server's start. The owner of this object also keeps the nodes
// alive.
class kind_schema {
public:
    kind_schema() = default;
    explicit kind_schema(const schema_node* node) : node_(node) {}
    explicit kind_schema(std::function<const schema_node*()> read) : node_(std::move(read)) {}

    const schema_node* get() const { return *node_; }
    explicit operator bool() const { return get() != nullptr; }
    const schema_node& operator*() const { return *get(); }
    const schema_node* operator->() const { return get(); }

private:
    lazy<const schema_node*> node_ = nullptr;
};

}}}  // namespace setpoint::v0::apiserver
