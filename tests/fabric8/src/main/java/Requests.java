import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Looks at the client's watches, and changes what they ask for where a test wants that. */
public class Requests implements Interceptor {
  final AtomicInteger watches = new AtomicInteger();
  final AtomicInteger plain = new AtomicInteger(); // watches that were answered, but not with a WebSocket
  volatile boolean shortLived = false; // the server ends them after a second
  volatile boolean fromTheBeginning = false; // the next one only

  @Override
  public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
    String uri = request.uri().toString();
    if (!uri.contains("watch=true")) return;
    if (shortLived) uri = set(uri, "timeoutSeconds", "1");
    if (fromTheBeginning) uri = set(uri, "resourceVersion", "1");
    fromTheBeginning = false;
    builder.uri(URI.create(uri));
    watches.incrementAndGet();
  }

  @Override
  public void after(HttpRequest request, HttpResponse<?> response, AsyncBody.Consumer<List<ByteBuffer>> consumer) {
    if (request.uri().toString().contains("watch=true") && response.code() != 101) plain.incrementAndGet();
  }

  private static String set(String uri, String name, String value) {
    return uri.replaceAll("&" + name + "=[^&]*", "") + "&" + name + "=" + value;
  }
}
