import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenReview;
import io.fabric8.kubernetes.api.model.authentication.TokenReviewBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.LocalSubjectAccessReviewBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReviewBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectRulesReviewBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewBuilder;
import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequest;
import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequestBuilder;
import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequestConditionBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBuilder;
import io.fabric8.kubernetes.api.model.rbac.Subject;
import io.fabric8.kubernetes.api.model.rbac.SubjectBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Users: tokens of service accounts, client certificates, impersonation, and what each of them may do. */
class Access {
  private final KubernetesClient client;
  private final Config admin;
  private final String namespace;

  Access(KubernetesClient client, Config admin, String namespace) {
    this.client = client;
    this.admin = admin;
    this.namespace = namespace;
  }

  void run() throws Exception {
    token();
    certificate();
    impersonation();
  }

  /** Without credentials, whatever the machine's kubeconfig has. */
  private ConfigBuilder nobody() {
    return new ConfigBuilder(Config.empty()).withMasterUrl(admin.getMasterUrl()).withCaCertData(admin.getCaCertData())
        .withRequestRetryBackoffLimit(0);
  }

  private static KubernetesClient as(ConfigBuilder config) {
    return new KubernetesClientBuilder().withConfig(config.build()).build();
  }

  private String answer(Supplier<Object> call) {
    try {
      return String.valueOf(call.get()).replace(namespace, "NAMESPACE");
    } catch (KubernetesClientException e) {
      return e.getCode() + " " + (e.getStatus() == null ? e.getMessage() : e.getStatus().getReason());
    }
  }

  private void say(String what, Supplier<Object> call) {
    System.out.println(what + ": " + answer(call));
  }

  /** The real server notices new roles, and accounts that are gone, a moment later. */
  private void becomes(String wanted, String what, Supplier<Object> call) throws InterruptedException {
    Seen.until(() -> answer(call).equals(wanted));
    say(what, call);
  }

  private Object list(KubernetesClient by) {
    return by.configMaps().inNamespace(namespace).withLabel("test", "access").list().getItems().size() + " listed";
  }

  private Object create(KubernetesClient by) {
    return by.resource(Writes.map("made")).inNamespace(namespace).create().getMetadata().getName();
  }

  private void grant(String name, Subject to) {
    client.rbac().roles().inNamespace(namespace).resource(new RoleBuilder().withNewMetadata().withName(name).endMetadata()
        .addNewRule().withApiGroups("").withResources("configmaps").withVerbs("get", "list").endRule().build()).create();
    client.rbac().roleBindings().inNamespace(namespace).resource(new RoleBindingBuilder().withNewMetadata().withName(name).endMetadata()
        .withNewRoleRef().withApiGroup("rbac.authorization.k8s.io").withKind("Role").withName(name).endRoleRef().withSubjects(to).build())
        .create();
  }

  private void token() throws InterruptedException {
    client.serviceAccounts().inNamespace(namespace)
        .resource(new ServiceAccountBuilder().withNewMetadata().withName("robot").endMetadata().build()).create();
    String token = client.serviceAccounts().inNamespace(namespace).withName("robot")
        .tokenRequest(new TokenRequestBuilder().withNewSpec().withExpirationSeconds(600L).endSpec().build()).getStatus().getToken();
    try (KubernetesClient nobody = as(nobody()); KubernetesClient liar = as(nobody().withOauthToken(token + "x"));
        KubernetesClient robot = as(nobody().withOauthToken(token))) {
      say("without credentials", () -> list(nobody));
      say("with a broken token", () -> list(liar));
      say("robot without a role", () -> list(robot));
      grant("robot", new SubjectBuilder().withKind("ServiceAccount").withName("robot").withNamespace(namespace).build());
      becomes("0 listed", "robot with a role", () -> list(robot));
      say("robot creates", () -> create(robot));
      reviews(robot, token);
      client.serviceAccounts().inNamespace(namespace).withName("robot").delete();
      becomes("401 Unauthorized", "robot without an account", () -> list(robot));
    }
  }

  private void reviews(KubernetesClient robot, String token) {
    String name = "system:serviceaccount:" + namespace + ":robot";
    for (String verb : new String[] {"list", "delete"}) {
      say("robot asks about " + verb, () -> robot.authorization().v1().selfSubjectAccessReview()
          .create(new SelfSubjectAccessReviewBuilder().withNewSpec().withNewResourceAttributes().withVerb(verb)
              .withResource("configmaps").withNamespace(namespace).endResourceAttributes().endSpec().build())
          .getStatus().getAllowed());
      say("robot is asked about " + verb, () -> client.authorization().v1().subjectAccessReview()
          .create(new SubjectAccessReviewBuilder().withNewSpec().withUser(name).withNewResourceAttributes().withVerb(verb)
              .withResource("configmaps").withNamespace(namespace).endResourceAttributes().endSpec().build())
          .getStatus().getAllowed());
      say("in the namespace", () -> client.authorization().v1().localSubjectAccessReview().inNamespace(namespace)
          .create(new LocalSubjectAccessReviewBuilder().withNewMetadata().withNamespace(namespace).endMetadata().withNewSpec()
              .withUser(name).withNewResourceAttributes().withVerb(verb).withResource("configmaps").withNamespace(namespace)
              .endResourceAttributes().endSpec().build())
          .getStatus().getAllowed());
    }
    say("rules of robot", () -> robot.authorization().v1().selfSubjectRulesReview()
        .create(new SelfSubjectRulesReviewBuilder().withNewSpec().withNamespace(namespace).endSpec().build()).getStatus()
        .getResourceRules().stream().filter(r -> r.getResources().contains("configmaps")).map(r -> r.getVerbs()).toList());
    TokenReview seen = client.tokenReviews().create(new TokenReviewBuilder().withNewSpec().withToken(token).endSpec().build());
    say("token review", () -> seen.getStatus().getAuthenticated() + " " + seen.getStatus().getUser().getUsername());
    say("robot reviews tokens", () -> robot.tokenReviews().create(new TokenReviewBuilder().withNewSpec().withToken(token).endSpec().build()));
  }

  private void certificate() throws Exception {
    KeyPairGenerator keys = KeyPairGenerator.getInstance("RSA");
    keys.initialize(2048);
    KeyPair pair = keys.generateKeyPair();
    String name = namespace + "-jane";
    var requests = client.certificates().v1().certificateSigningRequests();
    requests.resource(new CertificateSigningRequestBuilder().withNewMetadata().withName(name).endMetadata().withNewSpec()
        .withSignerName("kubernetes.io/kube-apiserver-client").withUsages("client auth").withExpirationSeconds(3600)
        .withRequest(pem("CERTIFICATE REQUEST", request(pair, "jane", "devs"))).endSpec().build()).create();
    requests.withName(name).approve(new CertificateSigningRequestConditionBuilder().withType("Approved").withStatus("True")
        .withReason("Test").withMessage("by a test").build());
    CertificateSigningRequest signed = requests.withName(name).waitUntilCondition(
        r -> r != null && r.getStatus() != null && r.getStatus().getCertificate() != null, Seen.PATIENCE, TimeUnit.SECONDS);
    try (KubernetesClient jane = as(nobody().withClientCertData(signed.getStatus().getCertificate())
        .withClientKeyData(pem("PRIVATE KEY", pair.getPrivate().getEncoded())))) {
      say("jane is", () -> whoAmI(jane));
      say("jane without a role", () -> list(jane));
      grant("devs", new SubjectBuilder().withKind("Group").withApiGroup("rbac.authorization.k8s.io").withName("devs").build());
      becomes("0 listed", "jane with a role of her group", () -> list(jane));
      say("jane creates", () -> create(jane));
    }
    try (KubernetesClient jane = as(nobody().withClientCertData(signed.getStatus().getCertificate())
        .withClientKeyData(pem("PRIVATE KEY", pair.getPrivate().getEncoded())).withImpersonateUsername("john"))) {
      say("jane as john", () -> list(jane));
    }
    requests.withName(name).delete();
  }

  private void impersonation() {
    ConfigBuilder config = nobody().withClientCertData(admin.getClientCertData()).withClientKeyData(admin.getClientKeyData())
        .withClientKeyAlgo(admin.getClientKeyAlgo()).withImpersonateUsername("john").withImpersonateGroups("devs", "testers")
        .withImpersonateExtras(Map.of("project", List.of("a b", "c")));
    try (KubernetesClient john = as(config)) {
      say("as john of devs", () -> list(john));
      say("john creates", () -> create(john));
      say("john is", () -> whoAmI(john));
    }
  }

  private static Object whoAmI(KubernetesClient by) {
    GenericKubernetesResource review = new GenericKubernetesResource();
    review.setApiVersion("authentication.k8s.io/v1");
    review.setKind("SelfSubjectReview");
    GenericKubernetesResource seen = by.genericKubernetesResources("authentication.k8s.io/v1", "SelfSubjectReview").resource(review).create();
    Object extra = seen.get("status", "userInfo", "extra", "project");
    return seen.get("status", "userInfo", "username") + " " + seen.get("status", "userInfo", "groups") + (extra == null ? "" : " " + extra);
  }

  private static String pem(String what, byte[] content) {
    String text = "-----BEGIN " + what + "-----\n" + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content) + "\n-----END "
        + what + "-----\n";
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  /** A certification request (RFC 2986), for which Java has no class. */
  private static byte[] request(KeyPair pair, String user, String group) throws GeneralSecurityException {
    byte[] info = der(0x30, der(0x02, new byte[] {0}), der(0x30, attribute(10, group), attribute(3, user)), pair.getPublic().getEncoded(),
        der(0xa0));
    Signature signer = Signature.getInstance("SHA256withRSA");
    signer.initSign(pair.getPrivate());
    signer.update(info);
    byte[] algorithm = {0x2a, (byte) 0x86, 0x48, (byte) 0x86, (byte) 0xf7, 0x0d, 1, 1, 0x0b};
    return der(0x30, info, der(0x30, der(0x06, algorithm), der(0x05)), der(0x03, new byte[] {0}, signer.sign()));
  }

  /** 2.5.4.`last`: 3 is the common name, 10 the organization. */
  private static byte[] attribute(int last, String value) {
    byte[] pair = der(0x30, der(0x06, new byte[] {0x55, 4, (byte) last}), der(0x0c, value.getBytes(StandardCharsets.UTF_8)));
    return der(0x31, pair);
  }

  private static byte[] der(int tag, byte[]... parts) {
    int length = 0;
    for (byte[] part : parts) length += part.length;
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(tag);
    if (length > 127) out.write(length > 255 ? 0x82 : 0x81);
    if (length > 255) out.write(length >> 8);
    out.write(length & 0xff);
    for (byte[] part : parts) out.writeBytes(part);
    return out.toByteArray();
  }
}
