// Package admin opens the admin socket of an application: HTTP for the owner of its files, and for nobody else.
//
// The socket is a file below the application's folder that only its owner may connect to, so requests need no credentials.
// [Dial] reaches it from another process.
//
//	socket, err := admin.Open(admin.Path(folder))
//	socket.Serve(admin.Mux(map[string]http.Handler{"/queues/": …}))
package admin
