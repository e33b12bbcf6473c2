"use strict";

const { CannotExploreError, ControlError, FindingsError, SetpointError, StartError } = require("./lib/errors.js");
const { explore } = require("./lib/explore.js");
const { findProgram, version } = require("./lib/program.js");
const { Fault, Server, apiserver, apiserverFor } = require("./lib/server.js");

exports.CannotExploreError = CannotExploreError;
exports.ControlError = ControlError;
exports.Fault = Fault;
exports.FindingsError = FindingsError;
exports.Server = Server;
exports.SetpointError = SetpointError;
exports.StartError = StartError;
exports.apiserver = apiserver;
exports.apiserverFor = apiserverFor;
exports.explore = explore;
exports.findProgram = findProgram;
exports.version = version;
