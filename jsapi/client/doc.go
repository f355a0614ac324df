// Package client is the class HttpClient: beans that send requests to services of the configuration.
package client
