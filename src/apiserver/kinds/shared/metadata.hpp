#pragma once
// Validation of metadata and label selectors (apimachinery, api/validation and
// apis/meta/v1/validation).

#include "apiserver/kinds/shared/field_errors.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

void validate_metadata(const bj::object& object, bool namespaced, name_validator name, field_errors& to);
// Without the rule that a finalizer is a standard one or has a domain: for leases, webhooks,
// definitions, runtime classes, API services and custom resources.
void validate_plain_metadata(const bj::object& object, bool namespaced, name_validator name,
                             field_errors& to);
// Immutable metadata. Name, uid and times are compared only if the new object has them.
void validate_metadata_update(const bj::object& object, const bj::object& old, field_errors& to);
// The same without the finalizer rule, for the kinds above.
void validate_plain_metadata_update(const bj::object& object, const bj::object& old, field_errors& to);

// The metadata of a template, which has labels and annotations only (ValidateTemplateObjectMeta).
void validate_template_metadata(const bj::object& metadata, const std::string& path, field_errors& to);
void validate_labels(const bj::object& labels, const std::string& path, field_errors& to);
void validate_annotations(const bj::object& annotations, const std::string& path, field_errors& to);

// --- a metav1.LabelSelector ---

// Objects that had a selector with invalid label values before keep it: any_label_value then.
enum class selector_values : bool { valid, any_label_value };
void validate_selector(const bj::object& selector, const std::string& path, field_errors& to,
                       selector_values values = selector_values::valid);
// Whether validate_selector() finds no error.
bool is_valid_selector(const bj::object& selector);
bool selector_matches(const bj::object& selector, const bj::object& labels);
bool is_empty_selector(const bj::object& selector);
// As in tables: "app=web,tier in (a,b)"; "<none>" if empty.
std::string selector_text(const bj::object& selector);
// "a=b,c=d" sorted by key; "<none>" if empty.
std::string labels_text(const bj::object& labels);

// metadata.managedFields.
void validate_managers(const bj::object& meta, field_errors& to);
// "Invalid value: -1: must be greater than or equal to 0" if the field is present and negative.
void validate_not_negative(const bj::object& o, std::string_view key, const std::string& path,
                           field_errors& to);
// "Invalid value: ...: field is immutable" if the values of `key` in `o` and `old` differ; null if
// missing. With `type`, the value is printed as internal_form() has it.
void validate_immutable(const bj::object& o, const bj::object& old, std::string_view key,
                        const std::string& path, field_errors& to, std::string_view type = {});

}}}  // namespace setpoint::v0::apiserver
