//! Tests of the crate setpoint-apiserver: tests/package.rs.
