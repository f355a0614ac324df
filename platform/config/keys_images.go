package config

// imageKeys are the keys of the beans Images and Files, and of what packages find of the machine.
var imageKeys = []Key{
	{
		Name: "images.max-pixels", Type: TypeInt, Default: "25000000", Min: "1", Max: "2147483647",
		Doc: "largest number of pixels of an image that is decoded, and of a result",
	},
	{
		Name: "images.memory", Type: TypeSize, Otherwise: "192MiB when not set, or half of server.memory-limit if that is smaller",
		Doc: "memory for all images that are being processed",
	},
	{
		Name: "images.concurrency", Type: TypeInt, Min: "1", Max: "1000", Otherwise: "half of the processors when not set, at least one",
		Doc: "number of images that are processed at the same time; others wait",
	},
	{Name: "images.timeout", Type: TypeDuration, Default: "10s", Doc: "time limit of the work on one image"},
	{Name: "images.folders", Type: TypeList, File: true, Doc: "folders outside of the application where scripts may read and write images"},
	{
		Name: "files.folders", Type: TypeList, File: true,
		Doc: "folders outside of the application where scripts may list and delete files, and those of node:fs read and write them",
	},
	{
		Name: "process.env", Type: TypeList, Otherwise: "NODE_ENV alone when not set",
		Doc: "names of the environment variables that packages find in process.env, or * for all",
	},
}
