#pragma once
// Reads an object of a configuration file, in which every field must be known.

#include <boost/json/object.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver::authentication {

namespace bj = boost::json;

// Each function takes one field; done() reports those that nobody took. The first error of a wrong type wins,
// unknown fields are collected: both as Kubernetes reports them.
class strict_object {
public:
    struct findings {
        std::string wrong_type{};
        std::vector<std::string> unknown{};  // paths
    };
    // Everything must outlive it. A null is like a missing field. `path`: "" for the document itself.
    strict_object(const bj::value& from, std::string path, findings& to);

    std::string text(std::string_view field);
    std::optional<std::string> optional_text(std::string_view field);
    bool truth(std::string_view field);
    std::vector<std::string> texts(std::string_view field);
    // Null if the field is missing.
    const bj::value* object(std::string_view field);
    // Calls `each` with the elements and their paths.
    template <class Each>
    void objects(std::string_view field, const Each& each) {
        const bj::array* const list = array(field);
        for (std::size_t i = 0; list != nullptr && i < list->size(); ++i)
            each((*list)[i], path_of(field) + "[" + std::to_string(i) + "]");
    }
    bool has(std::string_view field) const { return from_ != nullptr && from_->contains(field); }
    std::string path_of(std::string_view field) const;
    void done();

private:
    const bj::value* take(std::string_view field);
    const bj::array* array(std::string_view field);
    void refuse(const bj::value& v, const std::string& at, std::string_view wanted);

    const bj::object* from_ = nullptr;
    std::string path_;
    findings& to_;
    std::vector<std::string_view> taken_;
};

}}}  // namespace setpoint::v0::apiserver::authentication
