// Package health is the classes of health indicators and info contributors: Health, HealthIndicator, InfoContributor and InfoBuilder.
package health
