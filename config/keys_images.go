package config

// imageKeys returns the keys of the beans Images and Files, and of what packages find of the machine.
func imageKeys() []keyEntry {
	return []keyEntry{
		{"images.max-pixels", TypeInt, "25000000", "", "largest number of pixels of an image that is decoded, and of a result"},
		{"images.memory", TypeSize, "", "", "memory for all images that are worked on; 192MiB when not set, or half of server.memory-limit if that is smaller"},
		{"images.concurrency", TypeInt, "", "", "number of images that are worked on at the same time, others wait; half of the processors when not set, at least one"},
		{"images.timeout", TypeDuration, "10s", "", "time limit of the work on one image"},
		{"images.folders", TypeList, "", "", "folders outside of the application where scripts may read and write images"},
		{"files.folders", TypeList, "", "", "folders outside of the application where scripts may list and delete files, and those of node:fs read and write them"},
		{"process.env", TypeList, "", "", "names of the environment variables that packages find in process.env, or * for all; NODE_ENV alone when not set"},
	}
}
