// Package jobs runs the scheduled methods of an application as jobs, and logs how each run has ended.
package jobs
