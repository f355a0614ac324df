// Package info merges what contributors add about a process into one answer: the endpoint info of Spring Boot's actuator.
//
// A [Contributor] is a function, which has a time limit. One that fails, or does not return, is left out of the answer. [Build],
// [Git], [OS] and [Process] are contributors that need no application.
//
//	endpoint := info.New([]info.Contributor{info.Git(folder), info.Process(0)}, info.Settings{}).Endpoint()
package info
