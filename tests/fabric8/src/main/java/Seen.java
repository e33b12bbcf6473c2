import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/** What a watch or an informer tells, in order; what controllers of the server write is left out. */
public class Seen<T extends HasMetadata> implements Watcher<T>, ResourceEventHandler<T> {
  static final int PATIENCE = 20; // seconds

  private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
  private final Function<T, Object> shown;

  Seen(Function<T, Object> shown) {
    this.shown = shown;
  }

  /** The next, at the end of a line that begins with `what`. */
  void print(String what) throws InterruptedException {
    System.out.println(what + ": " + next());
  }

  String next() throws InterruptedException {
    String event = events.poll(PATIENCE, TimeUnit.SECONDS);
    return event == null ? "nothing" : event;
  }

  static boolean until(BooleanSupplier met) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE);
    while (!met.getAsBoolean() && System.nanoTime() < end) Thread.sleep(20);
    return met.getAsBoolean();
  }

  static boolean ours(HasMetadata object) {
    return !object.getMetadata().getName().startsWith("kube-");
  }

  private void add(String what, T object) {
    if (ours(object)) events.add(what + " " + object.getMetadata().getName() + " " + shown.apply(object));
  }

  @Override
  public void eventReceived(Action action, T object) {
    add(action.toString(), object);
  }

  @Override
  public void onClose(WatcherException why) {
    events.add(why.isHttpGone() ? "gone" : "ended with " + why);
  }

  @Override
  public void onClose() {
    events.add("ended as asked");
  }

  @Override
  public void onAdd(T object) {
    add("add", object);
  }

  @Override
  public void onUpdate(T old, T object) {
    // A list that finds nothing new shows each object once more.
    if (!old.getMetadata().getResourceVersion().equals(object.getMetadata().getResourceVersion())) add("update", object);
  }

  @Override
  public void onDelete(T object, boolean stateUnknown) {
    add("delete", object);
  }
}
