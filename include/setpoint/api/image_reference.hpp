#pragma once
// References of container images, as kubelets and container runtimes read them.

#include "setpoint/core/error.hpp"

#include <string_view>

namespace setpoint {

// Views of the text that was parsed. What is not written is empty: a runtime takes Docker Hub as the registry
// then, "library/" before a repository there that has one part, and the tag "latest" when there is no digest
// either.
struct image_reference {
    std::string_view registry;    // with its port: "registry.example.com:5000", "[2001:db8::1]:5000"
    std::string_view repository;  // "library/nginx"
    std::string_view tag;         // "1.23"
    std::string_view digest;      // "sha256:<64 hexadecimal digits>"
};

// The grammar of github.com/distribution/reference, ParseNormalizedNamed(), by which kubelets judge:
//   reference := [registry "/"] repository [":" tag] ["@" digest]
// What comes before the first "/" is a registry when it is "localhost" or holds a dot, a colon or an
// upper-case letter. The API server takes any text; with one that is no reference the pod never starts
// (InvalidImageName). Error: bad_data, saying what is wrong with `text`, which has to outlive the result.
result<image_reference> parse_image_reference(std::string_view text);

}  // namespace setpoint
