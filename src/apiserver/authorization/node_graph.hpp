#pragma once
// Which objects a node needs: those that its pods refer to, directly or through claims and volumes
// (plugin/pkg/auth/authorizer/node graph.go and graph_populator.go). All edges lead towards nodes:
//
//   node <- pod <- secret, config map, service account, resource claim
//   node <- pod <- volume claim <- volume <- secret
//   node <- volume attachment, resource slice, pod certificate request

#include <boost/json/object.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver::authorization {

namespace bj = boost::json;

enum class vertex_type : std::uint8_t {
    node,
    pod,
    config_map,
    secret,
    service_account,
    volume_claim,
    volume,
    volume_attachment,
    resource_claim,
    resource_slice,
    certificate_request
};

class node_graph {
public:
    node_graph() = default;
    node_graph(const node_graph&) = delete;  // vertices point to each other
    node_graph& operator=(const node_graph&) = delete;

    // Whether changes of that kind matter.
    static bool follows(std::string_view kind);
    // For a change of the store: null: does not exist. Kinds without edges do nothing.
    void change(std::string_view kind, const bj::object* before, const bj::object* now);

    // Whether a path leads from the object to the node. `namespace_name` is empty for objects of the cluster.
    bool leads_to(std::string_view node, vertex_type from, std::string_view namespace_name,
                  std::string_view name) const;

    std::size_t size() const { return vertices_.size(); }  // vertices

private:
    struct vertex {
        const std::string* key = nullptr;
        std::set<vertex*> from{};
        // Where edges lead, and the node at the end of each if it is the only one that can be reached there.
        std::map<vertex*, vertex*> to{};
        std::map<const vertex*, std::size_t> nodes{};  // the number of edges by that node
    };

    static std::string key_of(vertex_type type, std::string_view namespace_name, std::string_view name);
    vertex& at(vertex_type type, std::string_view namespace_name, std::string_view name);
    static void connect(vertex& from, vertex& to, vertex* node);
    static void disconnect(vertex& from, vertex& to);
    // Also removes neighbors that have no other edge.
    void remove(vertex_type type, std::string_view namespace_name, std::string_view name);

    void change_pod(const bj::object* before, const bj::object* now);
    void add_pod(const bj::object& pod);
    void change_volume(const bj::object* before, const bj::object* now);
    // An object of the cluster or a namespace with an edge to the node of spec.nodeName.
    void change_directly(vertex_type type, const bj::object* before, const bj::object* now);

    std::map<std::string, vertex, std::less<>> vertices_{};
};

}}}  // namespace setpoint::v0::apiserver::authorization
