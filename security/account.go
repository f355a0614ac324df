package security

// Account is what an application knows of somebody who has credentials.
type Account struct {
	Name          string
	Password      string // the hash of a password; empty if there is none
	Roles, Scopes []string
}
