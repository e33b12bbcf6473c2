#pragma once
// Parses references of container images as kubelets and container runtimes do.

#include "setpoint/core/error.hpp"

#include <string_view>

namespace setpoint { inline namespace v0 {

// Views into the parsed text. Missing parts are empty. Runtimes then use Docker Hub as the
// registry, prepend "library/" to a repository of one part, and use the tag "latest" if there is no
// digest either.
// Never normalized: the parts are those of the text, so "nginx" has no registry and no tag.
struct image_reference {
    // including the port: "registry.example.com:5000", "[2001:db8::1]:5000"
    std::string_view registry;
    std::string_view repository;  // "library/nginx"
    std::string_view tag;         // "1.23"
    std::string_view digest;      // "sha256:<64 hexadecimal digits>"
};

// The grammar of github.com/distribution/reference, ParseNormalizedNamed(), which kubelets use:
//   reference := [registry "/"] repository [":" tag] ["@" digest]
// The part before the first "/" is a registry if it is "localhost" or contains a dot, a colon or an
// upper-case letter. The API server accepts any text; with an invalid reference the pod never
// starts (InvalidImageName). `text` must outlive the result.
// Errors: bad_data with the problem.
// Messages are phrases such as "what follows the last : is not a tag", without the text itself. A digest
// is sha256, sha384 or sha512 with all its digits; a repository has at most 255 characters, including the
// "library/" that runtimes add, and a tag 128. 64 hexadecimal digits alone are an image ID and refused.
// Linear, without allocation if it succeeds.
//
//     parse_image_reference("ghcr.io/a/web:1.2")  // registry ghcr.io, repository a/web, tag 1.2
result<image_reference> parse_image_reference(std::string_view text);

}}  // namespace setpoint::v0
