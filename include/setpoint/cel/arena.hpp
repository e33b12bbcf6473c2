#pragma once
// The memory of expressions and of evaluations.
//
// Evaluation makes many small values that die together. An arena frees them together, and its limits keep an
// untrusted expression from exhausting the process.

#include <array>
#include <cstddef>
#include <memory_resource>
#include <new>
#include <span>
#include <stdexcept>
#include <string_view>
#include <type_traits>
#include <utility>

namespace setpoint { inline namespace v0 { namespace cel {

// Thrown by an arena that is asked for more than its limit. Evaluation turns it into an error value.
// The text is that of the error value, as kube-apiserver words a cancelled evaluation.
class memory_exhausted : public std::runtime_error {
public:
    memory_exhausted() : std::runtime_error("operation cancelled: memory limit exceeded") {}
};

// Memory that is freed as a whole: nodes of an expression, or the values of one evaluation.
//
// The first kilobyte is inside the object, so that small evaluations do not allocate. Objects with
// destructors are destroyed in reverse order by clear(). Not thread-safe; neither copyable nor movable.
class arena {
public:
    // 64 MiB. The limit on cost (kubernetes_call_limit) is reached earlier by nearly all expressions.
    static constexpr std::size_t default_limit = 64U << 20U;
    // For traversals that cost nothing in the language's units, such as comparing nested lists.
    static constexpr std::size_t most_steps = 50'000'000;

    // `limit` is in bytes. What does not fit the first kilobyte comes from the heap, in growing blocks.
    explicit arena(std::size_t limit = default_limit) : limit_(limit) {}
    arena(const arena&) = delete;
    arena& operator=(const arena&) = delete;
    ~arena() { clear(); }

    // Returns uninitialised memory. Throws memory_exhausted.
    // Precondition: `alignment` is a power of two. Valid until clear(). Throws std::bad_alloc, too.
    void* allocate(std::size_t bytes, std::size_t alignment) {
        if (bytes > limit_ - used_) throw memory_exhausted();
        used_ += bytes;
        return resource_.allocate(bytes, alignment);
    }

    // Returns an object that lives until clear(). Throws memory_exhausted, and what the constructor
    // throws; then the memory stays used but no destructor runs. Objects without a destructor cost
    // nothing beyond their size, others two pointers.
    template <class T, class... Args>
    T* make(Args&&... args) {
        if constexpr (std::is_trivially_destructible_v<T>) {
            return new (allocate(sizeof(T), alignof(T))) T{std::forward<Args>(args)...};
        } else {
            auto* owner =
                new (allocate(sizeof(owned<T>), alignof(owned<T>))) owned<T>(std::forward<Args>(args)...);
            owner->previous = owned_;
            owned_ = owner;
            return &owner->object;
        }
    }

    // Returns `count` value-initialised elements.
    // Elements must have no destructor, since the arena does not store the number of elements. Throws
    // memory_exhausted, also where count * sizeof(T) would overflow.
    template <class T>
    T* make_array(std::size_t count) {
        static_assert(std::is_trivially_destructible_v<T>);
        if (count > limit_ / sizeof(T)) throw memory_exhausted();
        T* first = static_cast<T*>(allocate(count * sizeof(T), alignof(T)));
        for (std::size_t i = 0; i < count; ++i) new (first + i) T();
        return first;
    }

    // Copies, so that the result no longer depends on `from`. Precondition: T is copied without owning
    // anything.
    template <class T>
    std::span<const T> copy(std::span<const T> from) {
        T* to = make_array<T>(from.size());
        for (std::size_t i = 0; i < from.size(); ++i) to[i] = from[i];
        return {to, from.size()};
    }

    std::string_view copy(std::string_view text) {
        if (text.empty()) return {};
        auto* to = static_cast<char*>(allocate(text.size(), 1));
        text.copy(to, text.size());
        return {to, text.size()};
    }

    // Counts steps of a traversal, which may take long though it needs no memory. Throws memory_exhausted.
    void spend(std::size_t steps = 1) {
        if (steps > most_steps - steps_) throw memory_exhausted();
        steps_ += steps;
    }

    // Frees everything. Pointers into the arena dangle afterwards.
    void clear() noexcept {
        for (; owned_ != nullptr;) {
            owned_base* last = owned_;
            owned_ = last->previous;
            last->destroy(last);
        }
        resource_.release();
        used_ = 0;
        steps_ = 0;
    }

    // Bytes requested since the last clear(), without the padding of alignment.
    [[nodiscard]] std::size_t used() const { return used_; }

private:
    struct owned_base {
        void (*destroy)(owned_base*) noexcept;
        owned_base* previous = nullptr;
    };
    template <class T>
    struct owned : owned_base {
        template <class... Args>
        explicit owned(Args&&... args) : object{std::forward<Args>(args)...} {
            destroy = [](owned_base* self) noexcept { static_cast<owned*>(self)->object.~T(); };
        }
        union {
            T object;
        };
        ~owned() {}  // NOLINT: destroy() has ended the object's life
    };

    std::size_t limit_;
    std::size_t used_ = 0;
    std::size_t steps_ = 0;
    owned_base* owned_ = nullptr;
    alignas(std::max_align_t) std::array<std::byte, 1024> first_;
    std::pmr::monotonic_buffer_resource resource_{first_.data(), first_.size()};
};

}}}  // namespace setpoint::v0::cel
