// Package client is the class HttpClient: beans that send requests to the services of the configuration.
package client
