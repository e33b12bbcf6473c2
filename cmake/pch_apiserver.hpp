// Precompiled for the API server below its controllers: its own headers, which include each other much.
#include "pch.hpp"

#include <apiserver/kinds/fields.hpp>
#include <apiserver/kinds/registry.hpp>
#include <apiserver/kinds/resource.hpp>
#include <apiserver/patch/managed_fields.hpp>
#include <apiserver/rest/world.hpp>
#include <apiserver/schema/json_text.hpp>
#include <apiserver/schema/schema.hpp>
#include <apiserver/store/store.hpp>
