#include "describe_kind/backup.hpp"
#include "describe_kind/described_kinds.hpp"
#include "describe_kind/gadget.hpp"
#include "describe_kind/gadget_with_enums.hpp"

std::vector<const setpoint::kind_info*> described_kinds() {
    return {&setpoint::kind_of<test_v1::gadget>(), &setpoint::kind_of<with_enums::gadget>(),
            &setpoint::kind_of<backup_v1::backup>()};
}
