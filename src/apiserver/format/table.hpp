#pragma once
// Objects as rows of a Table (meta.k8s.io/v1), or as metadata only. (apiserver,
// endpoints/handlers.)

#include "apiserver/format/negotiate.hpp"
#include "apiserver/resources/resource.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

enum class include_object : std::uint8_t { metadata, none, object };
// Parses the query's includeObject. Error: 400.
api_result<include_object> read_include_object(std::string_view value);

// Converts the objects of one response to the requested shape. A value; the resource must outlive
// it.
class shaper {
public:
    shaper(const resource& r, answer_format f, include_object include, wall_time now)
        : kind_(r), format_(std::move(f)), include_(include), now_(now) {}

    bool plain() const { return format_.as == shape::plain; }
    // `o`: in the version of the resource. A Status is returned unchanged. Error: 406 if the shape
    // is that of a list.
    api_result<bj::object> object(bj::object o) const;
    // Lists are built in parts. Error: 406 if the shape is that of a single object.
    api_result<> takes_lists() const;
    // The fields of a list before its items. `l`: in the version of the resource.
    bj::object list_head(bj::object l) const;
    bj::object list_item(bj::object o) const;
    std::string_view list_field() const { return format_.as == shape::table ? "rows" : "items"; }
    // Like a nil slice in Go.
    bool empty_is_null() const { return format_.as == shape::partial_list; }
    // The object of a watch event. Only the first event of a Table has columns. A Status is
    // returned unchanged.
    bj::object event(bj::object o, wall_time now);

private:
    bj::object partial(bj::object& o) const;
    bj::object row(bj::object& o) const;
    bj::object table(bj::value columns, const bj::object* list_metadata, bj::array rows) const;
    bj::array columns() const;
    std::string meta_group_version() const { return "meta.k8s.io/" + format_.meta_version; }

    const resource& kind_;
    answer_format format_;
    include_object include_;
    wall_time now_;
    bool columns_sent_ = false;
};

// {"name","namespace",...} in the real server's order; unknown fields are dropped.
bj::object ordered_metadata(const bj::object& metadata);

}}}  // namespace setpoint::v0::apiserver
