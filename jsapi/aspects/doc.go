// Package aspects stands around methods: transactions, caches, locks, retries, limits.
//
// The idea: a method is wrapped once, when the beans of a VM are made, and the function that
// takes its place on the prototype goes through the layers that the manifest lists, the
// outermost first. A layer calls the rest when and as often as it likes, and [realm.Realm.After]
// tells it how that went, whether the method is sync or async.
//
// The laws:
//   - What a layer puts around a call (a transaction, the duty to fill a cache) lies in the VM's
//     frame, and so follows the code across its awaits and nowhere else.
//   - A sync method blocks its VM while it waits for a lock or for somebody else's value. It
//     never waits for what only the same VM could give.
//   - What is behind the aspects ([Caches], [Locks], [Transactions]) is handed in, and shared by
//     all VMs.
package aspects
