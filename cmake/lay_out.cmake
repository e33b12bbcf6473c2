# cmake -D PROGRAM=FILE -D BOLT=FILE [-D PROFILE=FILE] -P lay_out.cmake : lays a linked program out for a profile, in its place;
# without one makes it note what it executes in PROGRAM.PID.fdata, and keeps what was linked as PROGRAM.linked (see layout.cmake).
if(PROFILE)
  # In the place of the old code, since a second copy of it would double the size.
  set(options -data=${PROFILE} -infer-stale-profile -reorder-blocks=ext-tsp -reorder-functions=cdsort -split-functions
    -split-all-cold -split-eh -icf=1 -lite=0 -use-old-text -no-huge-pages -align-text=4096)
else()
  set(options -instrument -instrumentation-file=${PROGRAM} -instrumentation-file-append-pid)
endif()
execute_process(COMMAND ${BOLT} ${PROGRAM} -o ${PROGRAM}.new ${options}
  RESULT_VARIABLE failed OUTPUT_VARIABLE told ERROR_VARIABLE told)
if(failed)
  message(FATAL_ERROR "${BOLT} cannot lay out ${PROGRAM}; -DSETPOINT_LAYOUT= builds without.\n${told}")
endif()
if(NOT PROFILE)
  file(RENAME ${PROGRAM} ${PROGRAM}.linked)
endif()
file(RENAME ${PROGRAM}.new ${PROGRAM})
