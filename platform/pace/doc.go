// Package pace lets Go's garbage collector leave garbage in proportion to what lives, up to a size.
//
// A small heap is best collected rarely: a few megabytes live, and each request leaves garbage. A percentage that is right for it is
// wasteful for a large one: at 400, a live heap of 30 MB has 120 MB of garbage beside it. So the percentage falls as the live heap
// grows, to what Go has by default. It is decided again after each collection, which costs a few microseconds.
//
// While a heap is being filled, a collection finds little: what was made lives on. A policy can leave a heap that has become large alone
// until there is as much garbage as it allows.
//
//	keeper := pace.Start(pace.Policy{Most: 400, Least: 100, Garbage: 512 << 20, Small: 16 << 20}) // while an application is built
//	keeper.Follow(pace.Policy{Most: 400, Least: 100, Garbage: 48 << 20})                          // while it serves
package pace
