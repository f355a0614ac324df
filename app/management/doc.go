// Package management makes the endpoints of one generation of an application, from what its parts tell.
//
// An endpoint of package actuator is made of functions; here they are written, each in the file with the name of its endpoint, over the
// [Parts] that the generation hands over: the manifest, the properties, databases, caches, queues. Nothing is asked before somebody asks
// the endpoint.
//
// There are two servers for each generation: one with the endpoints that the configuration turns on, which the application's own listener
// mounts or a [Listener] serves, and one with all of them, for the owner of the process. What must outlive a reload is taken over from
// the [Management] before.
//
//	settings := management.Read(properties.Reader(), management.Surroundings{Folder: folder})
//	problems := settings.Problems(manifest, web)
//	m, err := management.New(settings, management.Parts{…})
package management
