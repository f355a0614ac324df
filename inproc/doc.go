// Package inproc holds requests that are made inside of the process: by a test, which stands for a
// client, or by a tool on behalf of the request that called it. The server answers both, and knows
// neither who makes them nor why.
package inproc
