// Package openapi finds what an application says of its handlers to people who call them: in comments, and with @Operation,
// @ApiResponse and @ApiHidden.
package openapi
