#pragma once
// All kinds of storagemigration.k8s.io/v1.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/storagemigration_v1/storage_version_migration.hpp"
