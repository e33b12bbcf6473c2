"use strict";

class SetpointError extends Error {
  constructor(message, options) {
    super(message, options);
    this.name = new.target.name;
  }
}
class StartError extends SetpointError {}
class ControlError extends SetpointError {}
class CannotExploreError extends SetpointError {}
class FindingsError extends SetpointError {
  constructor(text, page) {
    super(`${text.trimEnd()}\n\npage with all findings: ${page}`);
    this.text = text;
    this.page = page;
  }
}

module.exports = { CannotExploreError, ControlError, FindingsError, SetpointError, StartError };
