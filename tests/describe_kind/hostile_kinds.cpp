// The kinds of hostile.crd.yaml compile, with enums and without, and are usable.
#include "describe_kind/hostile_kinds.hpp"

#include "describe_kind/hostile.hpp"
#include "describe_kind/hostile_with_enums.hpp"
#include "setpoint/json/encode.hpp"

std::string encoded_hostile_kinds() {
    class_v1::object_ plain;
    plain.metadata.name = "plain";
    with_hostile_enums::object_ other;
    other.metadata.name = "other";
    return setpoint::kind_of<class_v1::object_>().plural +
           setpoint::kind_of<with_hostile_enums::object_>().plural + setpoint::json::encode(plain) +
           setpoint::json::encode(other);
}
