import java.nio.file.Path;
import org.neo4j.configuration.GraphDatabaseSettings;
import org.neo4j.configuration.connectors.BoltConnector;
import org.neo4j.configuration.connectors.HttpConnector;
import org.neo4j.configuration.helpers.SocketAddress;
import org.neo4j.dbms.api.DatabaseManagementServiceBuilder;

/** Serves an empty database over Bolt on loopback until its standard input ends. Arguments: HOME PORT PASSWORD. */
public class Main {
  public static void main(String[] args) throws Exception {
    var address = new SocketAddress("127.0.0.1", Integer.parseInt(args[1]));
    var server = new DatabaseManagementServiceBuilder(Path.of(args[0]))
        .setConfig(BoltConnector.enabled, true)
        .setConfig(BoltConnector.listen_address, address)
        .setConfig(BoltConnector.advertised_address, address)
        .setConfig(HttpConnector.enabled, false)
        .setConfig(GraphDatabaseSettings.auth_enabled, true)
        .setConfig(GraphDatabaseSettings.preallocate_logical_logs, false)
        .setConfig(GraphDatabaseSettings.pagecache_memory, 128L << 20)
        .build();
    server.database("system").executeTransactionally(
        "CREATE OR REPLACE USER neo4j SET PASSWORD $password CHANGE NOT REQUIRED", java.util.Map.of("password", args[2]));
    System.out.println("ready");
    while (System.in.read() >= 0) {
      // waits
    }
    server.shutdown();
  }
}
