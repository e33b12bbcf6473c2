# cctz::cctz. Debian packages cctz without a CMake package, so the library and its header are searched for.
find_library(cctz_LIBRARY cctz)
find_path(cctz_INCLUDE_DIR cctz/time_zone.h)
mark_as_advanced(cctz_LIBRARY cctz_INCLUDE_DIR)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(cctz REQUIRED_VARS cctz_LIBRARY cctz_INCLUDE_DIR)
if(cctz_FOUND AND NOT TARGET cctz::cctz)
  add_library(cctz::cctz UNKNOWN IMPORTED)
  set_target_properties(cctz::cctz PROPERTIES
    IMPORTED_LOCATION ${cctz_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${cctz_INCLUDE_DIR})
endif()
