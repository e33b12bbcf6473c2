import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;

/** A custom resource with a status and a scale, and its definition. */
@Group("fabric8.example.com")
@Version("v1")
public class Gadget extends CustomResource<Gadget.Spec, Gadget.Status> implements Namespaced {
  public static class Spec {
    public int replicas;
    public String colour;
  }

  public static class Status {
    public int replicas;
    public String phase;
  }

  static final String DEFINITION = """
      apiVersion: apiextensions.k8s.io/v1
      kind: CustomResourceDefinition
      metadata: {name: gadgets.fabric8.example.com}
      spec:
        group: fabric8.example.com
        scope: Namespaced
        names: {plural: gadgets, singular: gadget, kind: Gadget, listKind: GadgetList}
        versions:
        - name: v1
          served: true
          storage: true
          subresources:
            status: {}
            scale: {specReplicasPath: .spec.replicas, statusReplicasPath: .status.replicas}
          schema:
            openAPIV3Schema:
              type: object
              properties:
                spec:
                  type: object
                  properties:
                    replicas: {type: integer, minimum: 0}
                    colour: {type: string, default: green}
                status:
                  type: object
                  properties:
                    replicas: {type: integer}
                    phase: {type: string}
      """;

  static Gadget named(String name, int replicas) {
    Gadget g = new Gadget();
    g.getMetadata().setName(name);
    g.setSpec(new Spec());
    g.getSpec().replicas = replicas;
    return g;
  }
}
