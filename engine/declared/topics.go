package declared

// Topic is what a decorator is about: a section of the reference of decorators.
type Topic string

// The topics.
const (
	Controllers   Topic = "Controllers and routes"
	Requests      Topic = "Requests"
	Data          Topic = "Data of requests and responses"
	Validation    Topic = "Constraints"
	Documents     Topic = "The OpenAPI document"
	Beans         Topic = "Beans"
	Configuration Topic = "Configuration"
	Rows          Topic = "Row classes and repositories"
	Security      Topic = "Who may call"
	Interceptors  Topic = "Interceptors"
	Aspects       Topic = "Transactions, caches, locks and other aspects"
	Schedules     Topic = "Schedules"
	Queues        Topic = "Queues"
	Agents        Topic = "Agents"
	Management    Topic = "Health and information"
)
