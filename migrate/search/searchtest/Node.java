import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import org.opensearch.common.settings.Settings;
import org.opensearch.http.HttpServerTransport;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;

/**
 * Runs one OpenSearch node: its home folder, then settings as key=value. It prints "ready" and its port, and ends when
 * its input does, so that it never outlives the test that started it. With -Dremove=true it removes its home then.
 */
class SearchNode {
  public static void main(String[] args) throws Exception {
    Path home = Path.of(args[0]);
    Settings.Builder settings = Settings.builder().put("path.home", home.toString());
    for (int i = 1; i < args.length; i++) {
      String[] setting = args[i].split("=", 2);
      settings.put(setting[0], setting[1]);
    }
    var environment = InternalSettingsPreparer.prepareEnvironment(settings.build(), Map.of(), home.resolve("config"), () -> "node1");
    Node node = new Node(environment);
    node.start();
    int port = node.injector().getInstance(HttpServerTransport.class).boundAddress().publishAddress().getPort();
    System.out.println("ready " + port);
    while (System.in.read() >= 0) {
      continue;
    }
    node.close();
    if (Boolean.getBoolean("remove")) {
      try (var files = Files.walk(home)) {
        files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
      }
    }
    System.exit(0);
  }
}
