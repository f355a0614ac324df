// Package aspects runs aspects around methods: transactions, caches, locks, retries, limits.
//
// A method is wrapped once, when the beans of a VM are made. The function that replaces it on the prototype goes
// through the layers that the manifest lists, outermost first. A layer calls the rest when and as often as it likes,
// and learns the outcome from [realm.Realm.After], whether the method is sync or async.
//
// The laws:
//   - What a layer puts around a call (a transaction, the duty to fill a cache) is stored in the VM's frame. So it
//     follows the code across its awaits, and applies nowhere else.
//   - A sync method blocks its VM while it waits for a lock or for the value of another call. It never waits for
//     something that only the same VM could provide.
//   - The services behind the aspects ([Caches], [Locks], [Transactions]) are passed in, and shared by all VMs.
package aspects
