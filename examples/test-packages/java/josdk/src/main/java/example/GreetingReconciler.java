package example;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import java.util.Map;

/** Each Greeting gets a ConfigMap with its text. */
@ControllerConfiguration
public class GreetingReconciler implements Reconciler<Greeting> {
  @Override
  public UpdateControl<Greeting> reconcile(Greeting greeting, Context<Greeting> context) {
    ConfigMap part = new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace(greeting.getMetadata().getNamespace())
        .withName(greeting.getMetadata().getName())
        .endMetadata()
        .withData(Map.of("text", greeting.getSpec().text))
        .build();
    part.addOwnerReference(greeting);
    context.getClient().resource(part).serverSideApply();
    return UpdateControl.noUpdate();
  }
}
