// Package crypto is the module node:crypto: digests, ciphers, keys and signatures as packages for Node call them.
//
// What is computed is computed in Go, by packages ciphers and keys; the folder modules has the classes and functions around it, in JavaScript, which
// are one script. Its exports are left at `web.node.crypto`. Bytes that it returns are Buffers if there is that class, and a Hash, Hmac, Cipheriv or
// Sign is a stream as well, if there are streams: both are made by other modules of Node, and looked for when they are needed.
//
// A function with a callback works beside the VM, so that other requests do not wait. One whose name ends in Sync works on the VM, within what the
// call may compute; one that would exceed it throws before it begins.
package crypto
