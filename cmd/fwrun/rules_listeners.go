package main

func listenerRules() []rule {
	return []rule{
		{
			"listener-connection", "A listener names a connection that is not configured.",
			"Add it to queue.connections, or name one that is there.",
		},
		{
			"listener-duplicate", "Two methods listen to the same queue of a connection.",
			"Use two queues, or call both methods from one listener.",
		},
		{
			"listener-option", "An option of @QueueListener is out of range, or contradicts another one.",
			"concurrency, batch and maxAttempts are from 1 to 1000, times are greater than 0, and rateLimit is a number or a text such as \"100/m\".",
		},
		{
			"listener-payload", "The parameters of a listener do not fit a message.",
			"Declare one parameter for the payload, and at most one of the type QueueMessage; with batch, both are lists.",
		},
		{
			"listener-queue", "The name of a queue is invalid.",
			"Use letters, digits, '-', '_' and single dots, 100 bytes at most; a dead-letter queue has another name than its queue.",
		},
		{
			"listener-target", "@QueueListener is on a method that cannot be called with a message.",
			"Use it on a public method of a bean; it may be async, but not @Async.",
		},
		{
			"queue-damaged", "A file in which an embedded broker keeps messages is damaged.",
			"Look at the disk and its log. The rest is delivered; the file as it was is kept in data/queue/broken-<time>, and the health indicator queue is " +
				"down until that folder is moved away.",
		},
	}
}
