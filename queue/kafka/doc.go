// Package kafka is a broker of messages on Apache Kafka, 2.4 or later.
//
// A topic is a Kafka topic, and the processes that subscribe to it are a consumer group: each partition is delivered by one
// of them, to as many workers as it has. Topics whose names end in "..key", which one process at a time receives in order,
// have one partition.
//
// Kafka keeps one number for each partition and group: up to where messages have been handled. Here they are acknowledged
// one by one, so the number is that of the first message that is not settled, and beside it Kafka keeps a text that says
// which ones behind it are settled already. What was given back is delivered again by the same process, or by the
// next that gets the partition. Messages are delivered twice if the process dies before it has written that down, or if the
// servers have not heard from it for [Options].SessionTimeout. Deliveries are not counted.
//
// A partition moves to another process when what is in hand of it is settled; if that takes more than 30 seconds, it stays. So a message may wait for
// a process that is busy while another one has free workers, if their partitions differ.
package kafka
