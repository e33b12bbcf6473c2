package dev.setpoint.apiserver.junit;

import dev.setpoint.apiserver.Cluster;
import dev.setpoint.apiserver.ClusterOptions;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * The extension of {@link Setpoint}. With {@code @RegisterExtension} it has options that an annotation cannot express: on a static field
 * for the class, on another one for each test.
 */
public final class SetpointExtension
    implements BeforeAllCallback, AfterAllCallback, BeforeEachCallback, AfterEachCallback, ParameterResolver {
  private static final ExtensionContext.Namespace SPACE = ExtensionContext.Namespace.create(SetpointExtension.class);

  private final ClusterOptions options;

  /** For {@link Setpoint}. */
  public SetpointExtension() {
    this(ClusterOptions.create());
  }

  public SetpointExtension(ClusterOptions options) {
    this.options = options;
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    if (running(context) == null || ownAnnotation(context).isPresent()) start(context);
    for (Class<?> c = context.getRequiredTestClass(); c != null; c = c.getSuperclass()) inject(c, null, context);
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    if (running(context) == null || ownAnnotation(context).isPresent()) start(context);
    for (Object test : context.getRequiredTestInstances().getAllInstances()) {
      for (Class<?> c = test.getClass(); c != null; c = c.getSuperclass()) inject(c, test, context);
    }
  }

  @Override
  public void afterEach(ExtensionContext context) {
    stop(context);
  }

  @Override
  public void afterAll(ExtensionContext context) {
    stop(context);
  }

  private static Optional<Setpoint> ownAnnotation(ExtensionContext context) {
    AnnotatedElement element = context.getElement().orElse(null);
    return AnnotationSupport.findAnnotation(element, Setpoint.class);
  }

  private void start(ExtensionContext context) {
    ClusterOptions wanted = ownAnnotation(context).map(SetpointExtension::optionsOf).orElse(options);
    Running running = new Running(context.getUniqueId(), Cluster.start(wanted));
    context.getStore(SPACE).put("running", running);
  }

  private static ClusterOptions optionsOf(Setpoint s) {
    ClusterOptions o = ClusterOptions.create().crds(Arrays.stream(s.crds()).map(Path::of).toArray(Path[]::new)).flags(s.flags());
    if (!s.controllers()) o.withoutControllers();
    if (!s.snapshot().isEmpty()) o.snapshot(Path.of(s.snapshot()));
    return o;
  }

  /** That of this context or of one around it; null if there is none. */
  private static Running running(ExtensionContext context) {
    return context.getStore(SPACE).get("running", Running.class);
  }

  private static void stop(ExtensionContext context) {
    Running running = running(context);
    if (running == null || !running.of().equals(context.getUniqueId())) return; // of a context around this one
    context.getStore(SPACE).remove("running");
    running.close();
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return Running.gives(parameter.getParameter().getType());
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return required(context).get(parameter.getParameter().getType());
  }

  private static Running required(ExtensionContext context) {
    Running running = running(context);
    if (running == null) {
      throw new ExtensionConfigurationException("no server runs yet: annotate the class with @Setpoint, or make the field static");
    }
    return running;
  }

  private static void inject(Class<?> type, Object test, ExtensionContext context) {
    for (Field field : type.getDeclaredFields()) {
      boolean isStatic = Modifier.isStatic(field.getModifiers());
      if (isStatic != (test == null) || Modifier.isFinal(field.getModifiers())) continue;
      if (!Running.gives(field.getType()) || field.getAnnotations().length != 0) continue;
      try {
        field.setAccessible(true);
        field.set(test, required(context).get(field.getType()));
      } catch (ReflectiveOperationException e) {
        throw new ExtensionConfigurationException("cannot set the field " + field, e);
      }
    }
  }
}
