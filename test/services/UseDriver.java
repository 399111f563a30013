/** Uses the Java driver of Neo4j and prints a line per answer: a name and the value. The argument is the address. */
import java.time.*;
import java.util.*;
import org.neo4j.driver.*;
import org.neo4j.driver.exceptions.Neo4jException;
import org.neo4j.driver.reactivestreams.ReactiveSession;
import reactor.core.publisher.*;

public class UseDriver {
  static void show(String name, Object value) {
    System.out.println(name + " " + value);
  }

  static void showFailure(String name, Runnable work) {
    try {
      work.run();
      show(name, "no failure");
    } catch (Neo4jException failure) {
      show(name, failure.code());
    }
  }

  public static void main(String[] arguments) {
    try (var driver = GraphDatabase.driver(arguments[0], AuthTokens.basic("any", ""))) {
      driver.verifyConnectivity();
      values(driver);
      transactions(driver);
      showFailure("read", () -> {
        var reading = SessionConfig.builder().withDefaultAccessMode(AccessMode.READ).build();
        try (var session = driver.session(reading)) {
          session.run("CREATE (:X)").consume();
        }
      });
      show("reactive", Flux.usingWhen(
        Mono.just(driver.session(ReactiveSession.class)),
        session -> Flux.from(session.run("UNWIND range(1, 5) AS i RETURN i"))
          .flatMap(result -> result.records())
          .map(row -> row.get(0).asInt()),
        session -> session.close()).collectList().block());
    }
  }

  static void values(Driver driver) {
    driver.executableQuery(
      "MATCH (n), (m) WHERE id(n) = idFrom(1) AND id(m) = idFrom(2) SET n:Person CREATE (n)-[:next]->(m)").execute();
    var time = ZonedDateTime.of(2026, 1, 2, 3, 4, 5, 6, ZoneOffset.ofHours(2));
    var row = driver.executableQuery(
        "MATCH p = (n)-[r:next]->() WHERE id(n) = idFrom(1) "
        + "RETURN n, r, p, $x AS x, $t AS t, size($b) AS b, date('2026-01-02') AS d, duration('P1DT2S') AS u")
      .withParameters(Map.of("x", Long.MAX_VALUE, "t", time, "b", List.of(1, 2)))
      .execute().records().get(0);
    show("labels", row.get("n").asNode().labels());
    show("type", row.get("r").asRelationship().type());
    show("path", row.get("p").asPath().length());
    show("integer", row.get("x").asLong());
    show("time", row.get("t").asZonedDateTime());
    show("list", row.get("b").asInt());
    show("date", row.get("d").asLocalDate());
    show("duration", row.get("u").asIsoDuration());
  }

  static void transactions(Driver driver) {
    try (var session = driver.session()) {
      show("sum", session.executeRead(transaction -> {
        long sum = 0;
        for (var rows = transaction.run("UNWIND range(1, 5000) AS i RETURN i"); rows.hasNext();)
          sum += rows.next().get(0).asLong();
        return sum;
      }));
      session.executeWriteWithoutResult(transaction ->
        transaction.run("MATCH (n) WHERE id(n) = idFrom('tx') SET n.done = true").consume());
      show("done", session.run("MATCH (n) WHERE id(n) = idFrom('tx') RETURN n.done").single().get(0).asBoolean());
      showFailure("error", () -> session.run("RETURN nothing").consume());
      var transaction = session.beginTransaction();
      transaction.run("CREATE (:Rolled)").consume();
      showFailure("rollback", transaction::rollback);
    }
  }
}
