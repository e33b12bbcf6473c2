/**
 * Kubernetes API servers for tests. A server starts in milliseconds, needs no privileges, no containers and no cluster, and ends with the
 * test, also when the test's process is killed. {@link dev.setpoint.apiserver.Cluster} is a server, and
 * {@link dev.setpoint.apiserver.junit.Setpoint} gives one to a class of tests in JUnit.
 *
 * <p>The program comes with the artifact. {@link dev.setpoint.apiserver.ClusterOptions#program} or the environment variable
 * {@code SETPOINT} name another one.
 */
package dev.setpoint.apiserver;
