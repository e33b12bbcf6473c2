package dev.setpoint.apiserver;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;

/** Finds the program, and explains why one cannot be started. */
public final class Program {
  /** The version of this artifact and of its program. "0.0.0" in the sources, where nothing compares it. */
  static final String VERSION = properties("version.properties").map(p -> p.getProperty("version")).orElse("0.0.0");

  private static final Object UNPACKING = new Object();

  private Program() {}

  /**
   * Returns the path of setpoint: {@code named} if it is not null, {@code $SETPOINT}, the program of this artifact, or the one in
   * {@code $PATH}, in this order. The program of this artifact is unpacked once, into the user's cache folder or the folder
   * {@code $SETPOINT_CACHE}.
   */
  public static Path path(Path named) {
    if (named != null) return given(named.toString(), "the option program");
    String variable = variable("SETPOINT");
    if (variable != null) return given(variable, "SETPOINT");
    Optional<Properties> bundled = properties("program/" + platform() + "/program.properties");
    if (bundled.isPresent()) return unpack(bundled.get());
    return find("setpoint").orElseThrow(() -> new SetpointException("there is no program for " + platform()
        + " on the class path (the artifact setpoint-apiserver-program with that classifier), and none in PATH: install setpoint, "
        + "or set SETPOINT to its path"));
  }

  /** Fills a folder for the variable {@code KUBEBUILDER_ASSETS} of envtest, as {@code setpoint assets}. */
  public static void assets(Path folder) {
    try {
      Process process = new ProcessBuilder(path(null).toString(), "assets", folder.toString()).redirectErrorStream(true).start();
      String out = new String(process.getInputStream().readAllBytes());
      if (process.waitFor() != 0) throw new SetpointException("assets: " + out.strip());
    } catch (IOException e) {
      throw new SetpointException("assets: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SetpointException("assets: interrupted", e);
    }
  }

  private static Path given(String program, String by) {
    return find(program).orElseThrow(() -> new SetpointException(by + " names " + program + ", which is not a program that can be "
        + "executed: build or install setpoint there, or unset it to use the program of the artifact"));
  }

  private static Optional<Path> find(String program) {
    if (program.contains("/")) return Optional.of(Path.of(program).toAbsolutePath()).filter(Program::isExecutable);
    String path = variable("PATH");
    if (path == null) return Optional.empty();
    for (String folder : path.split(File.pathSeparator)) {
      Path file = Path.of(folder, program);
      if (isExecutable(file)) return Optional.of(file);
    }
    return Optional.empty();
  }

  private static boolean isExecutable(Path file) {
    return Files.isRegularFile(file) && Files.isExecutable(file);
  }

  private static String variable(String name) {
    String value = System.getenv(name);
    return value == null || value.isEmpty() ? null : value;
  }

  static String processor() {
    String name = System.getProperty("os.arch");
    return switch (name) {
      case "x86_64", "amd64" -> "amd64";
      case "aarch64", "arm64" -> "arm64";
      default -> name;
    };
  }

  private static String platform() {
    return System.getProperty("os.name").toLowerCase(java.util.Locale.ROOT).replace(' ', '-') + "-" + processor();
  }

  private static Optional<Properties> properties(String resource) {
    try (InputStream in = Program.class.getResourceAsStream(resource)) {
      if (in == null) return Optional.empty();
      Properties p = new Properties();
      p.load(in);
      return Optional.of(p);
    } catch (IOException e) {
      throw new SetpointException("the resource " + resource + " cannot be read", e);
    }
  }

  /** A folder for the program. Others may write beside it if it is shared. */
  private record Cache(Path folder, boolean shared) {
    /** Refuses a folder that another user could have prepared. In a shared folder such as /tmp, that is also a link. */
    void requireOurs() throws IOException {
      LinkOption[] look = shared ? new LinkOption[] {LinkOption.NOFOLLOW_LINKS} : new LinkOption[0];
      Set<PosixFilePermission> may = Files.getPosixFilePermissions(folder, look);
      boolean othersWrite = may.contains(PosixFilePermission.OTHERS_WRITE) || may.contains(PosixFilePermission.GROUP_WRITE);
      if (othersWrite || !uid(folder, look).equals(uid(Path.of("/proc/self")))) {
        throw new IOException(folder + " is a link, belongs to another user, or others may write to it");
      }
    }
  }

  /** Folders in which the program can be kept, best first. */
  private static List<Cache> caches() {
    String own = variable("SETPOINT_CACHE");
    if (own != null) return List.of(new Cache(Path.of(own), false));
    List<Cache> all = new ArrayList<>();
    String cache = variable("XDG_CACHE_HOME");
    String home = variable("HOME");
    if (cache != null) all.add(new Cache(Path.of(cache, "setpoint"), false));
    else if (home != null) all.add(new Cache(Path.of(home, ".cache", "setpoint"), false));
    try {
      all.add(new Cache(Path.of(System.getProperty("java.io.tmpdir"), "setpoint-" + uid(Path.of("/proc/self"))), true));
    } catch (IOException | UnsupportedOperationException e) {
      // Without a user there is no safe name in a folder that others write to.
    }
    return all;
  }

  private static Object uid(Path file, LinkOption... look) throws IOException {
    return Files.getAttribute(file, "unix:uid", look);
  }

  private static Path unpack(Properties bundled) {
    List<String> failed = new ArrayList<>();
    for (Cache cache : caches()) {
      Path file = cache.folder().resolve(bundled.getProperty("sha256").substring(0, 16)).resolve("setpoint");
      try {
        synchronized (UNPACKING) {
          unpack(bundled, cache, file);
        }
        return file;
      } catch (IOException e) {
        failed.add(e.toString().replace("java.nio.file.", ""));
      }
    }
    throw new SetpointException("there is no place for the program: " + String.join("; ", failed) + ": set SETPOINT_CACHE to a folder "
        + "in which files can be written and executed, or SETPOINT to an installed program");
  }

  /** Writes a file of another name and renames it, since other processes do the same at the same time. */
  private static void unpack(Properties bundled, Cache cache, Path file) throws IOException {
    FileAttribute<?> own = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    // createDirectories() of Java 17 refuses a link.
    if (!Files.isDirectory(cache.folder())) Files.createDirectories(cache.folder(), own);
    cache.requireOurs();
    Files.createDirectories(file.getParent(), own);
    // The size is enough: the folder is ours and named by the sum, and the file got its name when it was complete, checked and on disk.
    // The sum takes 80 to 230 ms, at each start of a test program.
    if (Files.exists(file) && Files.size(file) == Long.parseLong(bundled.getProperty("size"))) return;
    Path unpacking = Files.createTempFile(file.getParent(), ".unpacking-", "", own);
    try (InputStream in = Program.class.getResourceAsStream("program/" + platform() + "/setpoint")) {
      if (in == null) throw new IOException("the program is missing in its jar");
      if (!copy(in, unpacking).equals(bundled.getProperty("sha256"))) throw new IOException("the program in its jar is damaged");
      Files.move(unpacking, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(unpacking);
    }
  }

  private static String copy(InputStream in, Path to) throws IOException {
    try {
      MessageDigest hash = MessageDigest.getInstance("SHA-256");
      try (FileChannel file = FileChannel.open(to, StandardOpenOption.WRITE)) {
        in.transferTo(new DigestOutputStream(Channels.newOutputStream(file), hash));
        file.force(true);
      }
      return HexFormat.of().formatHex(hash.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // each Java has it
    }
  }

  /** Tries again while the file is open for writing in a child that another thread has just forked (ETXTBSY). */
  static Process start(ProcessBuilder builder) throws IOException, InterruptedException {
    for (int tries = 0; ; ++tries) {
      try {
        return builder.start();
      } catch (IOException e) {
        if (tries == 100 || !String.valueOf(e.getMessage()).contains("error=26")) throw e;
        Thread.sleep(10);
      }
    }
  }

  static SetpointException notStarted(Path program, IOException e) {
    String advice = String.valueOf(e.getMessage()).contains("error=13")
        ? ": make it executable, or move it to a file system that is not mounted with noexec"
        : otherProcessor(program);
    return new SetpointException("cannot start " + program + ": " + e.getMessage() + advice, e);
  }

  /** A sentence if the program is for another processor or system; Java gives such a file to a shell. */
  private static String otherProcessor(Path program) {
    byte[] head;
    try (InputStream in = Files.newInputStream(program)) {
      head = in.readNBytes(20);
    } catch (IOException e) {
      return ": " + e;
    }
    if (head.length > 2 && head[0] == '#' && head[1] == '!') return "";
    if (head.length < 20 || head[0] != 0x7f || head[1] != 'E' || head[2] != 'L' || head[3] != 'F') {
      return ": it is not a program for " + platform() + ": set SETPOINT to another one";
    }
    int machine = (head[18] & 0xff) | (head[19] & 0xff) << 8;
    String name = machine == 62 ? "amd64" : machine == 183 ? "arm64" : "machine " + machine;
    if (name.equals(processor())) return "";
    return ": it is for another processor (" + name + "), and this one is " + processor() + ": set SETPOINT to a program for "
        + processor();
  }

  static SetpointException notReady(Path program, int code, String log) {
    String other = otherProcessor(program);
    if (!other.isEmpty()) return new SetpointException("cannot start " + program + other); // the log is a shell's
    String advice = log.contains("--control") ? ": this program is older than the artifact; set SETPOINT to version " + VERSION : "";
    String said = log.isEmpty() ? "it printed nothing" : log;
    return new SetpointException(program + " ended with code " + code + " before it was ready: " + said + advice);
  }

  /** Accepts other patch releases. */
  static void checkVersion(Path program, String version) {
    if (VERSION.equals("0.0.0") || minor(version).equals(minor(VERSION))) return;
    throw new SetpointException(program + " has version " + version + ", and the artifact setpoint-apiserver has version " + VERSION
        + ": use setpoint " + minor(VERSION) + ".x, or unset SETPOINT to use the program of the artifact");
  }

  private static String minor(String version) {
    String[] parts = version.split("\\.", 3);
    return parts.length < 2 ? version : parts[0] + "." + parts[1];
  }
}
