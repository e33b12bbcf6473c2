#pragma once
// Random YAML: mostly what people write, with all that a reader may take another way, and some of it damaged.

#include <cstdint>
#include <random>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 {

class yaml_documents {
public:
    explicit yaml_documents(std::uint64_t seed) : random_(seed) {}
    std::string next();

private:
    std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }
    bool one_in(std::size_t n) { return below(n) == 0; }
    template <std::size_t N>
    std::string_view any(const std::string_view (&of)[N]) {
        return of[below(N)];
    }

    std::string stream();
    std::string node(std::size_t indent, int depth, bool key);
    std::string block_mapping(std::size_t indent, int depth);
    std::string block_sequence(std::size_t indent, int depth);
    std::string flow(int depth);
    std::string key();
    std::string scalar();
    std::string number();
    std::string quoted();
    std::string block_text(std::size_t indent);
    std::string properties();
    std::string comment();
    void damage(std::string& text);

    std::mt19937_64 random_;
    std::size_t anchors_ = 0;
};

}}  // namespace setpoint::v0
