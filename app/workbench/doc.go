// Package workbench makes what the developer's page asks for from what the parts of one running application tell: its routes and tools,
// its beans, its configuration, its databases.
//
// [Mount] serves the page. Its functions read, or call what there is already: jobs and agents' calls go the way
// that they go without the page. What the management endpoints answer is not made a second time; the page asks these.
package workbench
