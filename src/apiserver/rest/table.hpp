#pragma once
// Objects in other shapes: rows of a Table (meta.k8s.io/v1), and their metadata alone. (apiserver,
// endpoints/handlers.)

#include "apiserver/resources/resource.hpp"
#include "apiserver/rest/negotiate.hpp"

namespace setpoint::apiserver {

enum class include_object : std::uint8_t { metadata, none, object };
// Of the query's includeObject. Error: 400.
api_result<include_object> read_include_object(std::string_view value);

// What one request's answers look like. A plain value; the resource outlives it.
class shaper {
public:
    shaper(const resource& r, answer_format f, include_object include, wall_time now)
        : kind_(r), format_(std::move(f)), include_(include), now_(now) {}

    bool plain() const { return format_.as == shape::plain; }
    // An object as its version of the API has it. A Status stays what it is. Error: 406 when a list was asked
    // for.
    api_result<bj::object> object(bj::object o) const;
    // Lists are made in parts. Error: 406 when a single object was asked for.
    api_result<> takes_lists() const;
    // Of a list without its items: what comes before them. `l`: as the resource's version of the API has it.
    bj::object list_head(bj::object l) const;
    bj::object list_item(bj::object o) const;
    std::string_view list_field() const { return format_.as == shape::table ? "rows" : "items"; }
    // As a Go slice that nothing was put into.
    bool empty_is_null() const { return format_.as == shape::partial_list; }
    // The object of a watch event; a Table has its columns in the first one only. A Status stays what it is.
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

// {"name","namespace",...} in the order that the real server sends; unknown fields are dropped.
bj::object ordered_metadata(const bj::object& metadata);

}  // namespace setpoint::apiserver
