#pragma once
// Chooses the response format from the Accept header: JSON, YAML or protobuf, and whole objects, a Table,
// or metadata only. (apiserver, endpoints/handlers/negotiation and responsewriters.)

#include "apiserver/schema/api_error.hpp"
#include "setpoint/http/server.hpp"

#include <optional>

namespace setpoint { inline namespace v0 { namespace apiserver {

enum class shape : std::uint8_t { plain, table, partial, partial_list, discovery };

struct answer_format {
    enum class media : std::uint8_t { json, yaml, protobuf };
    media type = media::json;
    shape as = shape::plain;
    std::string meta_version = "v1";  // of Table and PartialObjectMetadata: "v1" or "v1beta1"
    bool pretty = false;

    std::string_view content_type() const;
};

// The shapes that an endpoint supports in addition to the plain object; `metadata`: no Table.
enum class transforms : std::uint8_t { none, metadata, objects, discovery };

// What an endpoint has in protobuf. Custom resources have only their metadata; a Table has none anywhere.
enum class protobuf_forms : std::uint8_t { none, metadata, all };

// Empty if this server supports none of the alternatives, which are tried in the order of their q.
std::optional<answer_format> choose_format(const http::server_request& r, transforms allowed,
                                           protobuf_forms forms = protobuf_forms::all);

// For a request to a resource. Error: 406. Custom resources and watches have their own messages.
enum class route : std::uint8_t { one, list, watch };
api_result<answer_format> negotiate(const http::server_request& r, bool custom, route to,
                                    transforms allowed = transforms::objects);
// For documents without shapes, such as discovery. `json_only`: the document has no YAML form.
// `aggregated`: /apis and groups, for which the real server skips the check of its routes.
api_result<answer_format> negotiate_document(const http::server_request& r, bool json_only = false,
                                             bool aggregated = false);

// In protobuf: 406 for a kind without it.
http::response answer(int status, const bj::value& body, const answer_format& f);
// `json` is sent unchanged, or encoded without parsing it, where the format allows.
http::response answer_text(int status, std::string json, const answer_format& f);
// Encodes like Go's MarshalIndent; `depth`: of the line that it is appended to.
std::string pretty_json(const bj::value& v);
void append_pretty(std::string& to, const bj::value& v, std::size_t depth);
// Encodes like Go's encoder: keys sorted.
std::string yaml_text(const bj::value& v);
// The Status for an error, in JSON, YAML or protobuf as the client accepts, in indented JSON if it accepts
// neither.
http::response error_response(const api_error& e, const http::server_request& r);
// 404 text/plain "404 page not found".
http::response not_found_page();

}}}  // namespace setpoint::v0::apiserver
