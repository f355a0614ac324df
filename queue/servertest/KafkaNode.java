/** Runs one Kafka server, from a file of settings. It ends when its input does, so that it never outlives the test that started it. */
class KafkaNode {
  public static void main(String[] args) {
    Thread watch = new Thread(() -> {
      try {
        while (System.in.read() >= 0) {
          continue;
        }
      } catch (java.io.IOException e) {
        System.err.println(e);
      }
      Runtime.getRuntime().halt(0);
    });
    watch.setDaemon(true);
    watch.start();
    kafka.Kafka.main(args);
  }
}
