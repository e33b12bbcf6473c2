package dev.setpoint.apiserver.junit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Starts a server for a class of tests, or for one test. Parameters of tests, of their constructor and of methods such as
 * {@code @BeforeEach}, and fields that are neither final nor annotated, get it: those of the types
 * {@link dev.setpoint.apiserver.Cluster} and {@code io.fabric8.kubernetes.client.KubernetesClient}.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ExtendWith(SetpointExtension.class)
public @interface Setpoint {
  /** Files and folders with CustomResourceDefinitions. */
  String[] crds() default {};

  /** Whether the controllers of Kubernetes run: without them nothing creates the pods of a Deployment. */
  boolean controllers() default true;

  /** A file with objects to start with. */
  String snapshot() default "";

  /** Further flags of {@code setpoint apiserver}. */
  String[] flags() default {};
}
