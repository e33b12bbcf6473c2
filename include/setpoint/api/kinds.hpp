#pragma once
// The types of the built-in kinds by their names alone: setpoint::kinds::secret is
// setpoint::core_v1::secret. If included headers of two groups have a type of that name, as those of
// core_v1::event and events_v1::event, write the group, too. The headers of the kinds include this one.
//
//     using namespace setpoint;
//     using namespace setpoint::kinds;
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

namespace setpoint::inline v0::admissionregistration_v1 {}
namespace setpoint::inline v0::apiextensions_v1 {}
namespace setpoint::inline v0::apiregistration_v1 {}
namespace setpoint::inline v0::apps_v1 {}
namespace setpoint::inline v0::authentication_v1 {}
namespace setpoint::inline v0::authorization_v1 {}
namespace setpoint::inline v0::autoscaling_v1 {}
namespace setpoint::inline v0::autoscaling_v2 {}
namespace setpoint::inline v0::batch_v1 {}
namespace setpoint::inline v0::certificates_v1 {}
namespace setpoint::inline v0::coordination_v1 {}
namespace setpoint::inline v0::core_v1 {}
namespace setpoint::inline v0::discovery_v1 {}
namespace setpoint::inline v0::events_v1 {}
namespace setpoint::inline v0::flowcontrol_v1 {}
namespace setpoint::inline v0::meta_v1 {}
namespace setpoint::inline v0::networking_v1 {}
namespace setpoint::inline v0::node_v1 {}
namespace setpoint::inline v0::policy_v1 {}
namespace setpoint::inline v0::rbac_v1 {}
namespace setpoint::inline v0::resource_v1 {}
namespace setpoint::inline v0::scheduling_v1 {}
namespace setpoint::inline v0::storage_v1 {}

namespace setpoint::inline v0::kinds {

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

}  // namespace setpoint::inline v0::kinds
