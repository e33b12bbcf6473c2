// The same objects as `require` gives, so that a project with both has one set of classes.
import setpoint from "./index.js";

export const {
  CannotExploreError,
  ControlError,
  Fault,
  FindingsError,
  Server,
  SetpointError,
  StartError,
  apiserver,
  apiserverFor,
  explore,
  findProgram,
  version,
} = setpoint;
