// Package ship makes what an application leaves the machine as that it was written on: an executable that carries it.
//
// [Prepare] compiles the application, which finds its mistakes, and decides what goes along. The configuration goes along as defaults, as
// long as no secret is written in it.
//
//	prepared, err := ship.Prepare(ctx, ship.Options{Folder: "shop"})
//	built, err := ship.Build(prepared, ship.BuildOptions{Output: "shop.bin"})
package ship
