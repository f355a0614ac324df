// Package openapi is the part of an application that offers its OpenAPI document, and the page that shows it.
package openapi
