#pragma once
// The types of the built-in kinds by their names alone: setpoint::kinds::secret is
// setpoint::core_v1::secret. If included headers of two groups have a type of that name, as those of
// core_v1::event and events_v1::event, write the group, too. The headers of the kinds include this one.
//
//     using namespace setpoint;
//     using namespace setpoint::kinds;
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

namespace setpoint { inline namespace v0 {

// clang-format off
namespace admissionregistration_v1 {}
namespace apiextensions_v1 {}
namespace apiregistration_v1 {}
namespace apps_v1 {}
namespace authentication_v1 {}
namespace authorization_v1 {}
namespace autoscaling_v1 {}
namespace autoscaling_v2 {}
namespace batch_v1 {}
namespace certificates_v1 {}
namespace coordination_v1 {}
namespace core_v1 {}
namespace discovery_v1 {}
namespace events_v1 {}
namespace flowcontrol_v1 {}
namespace meta_v1 {}
namespace networking_v1 {}
namespace node_v1 {}
namespace policy_v1 {}
namespace rbac_v1 {}
namespace resource_v1 {}
namespace scheduling_v1 {}
namespace storage_v1 {}
namespace storagemigration_v1 {}
// clang-format on

namespace kinds {

using namespace admissionregistration_v1;
using namespace apiextensions_v1;
using namespace apiregistration_v1;
using namespace apps_v1;
using namespace authentication_v1;
using namespace authorization_v1;
using namespace autoscaling_v1;
using namespace autoscaling_v2;
using namespace batch_v1;
using namespace certificates_v1;
using namespace coordination_v1;
using namespace core_v1;
using namespace discovery_v1;
using namespace events_v1;
using namespace flowcontrol_v1;
using namespace meta_v1;
using namespace networking_v1;
using namespace node_v1;
using namespace policy_v1;
using namespace rbac_v1;
using namespace resource_v1;
using namespace scheduling_v1;
using namespace storage_v1;
using namespace storagemigration_v1;

}  // namespace kinds

}}  // namespace setpoint::v0
