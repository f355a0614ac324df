// Package databases holds the datasources of one generation of an application, from their settings to the beans of scripts. They outlive a
// reload that changes none of their settings: running statements continue, and databases in memory keep their data.
package databases
