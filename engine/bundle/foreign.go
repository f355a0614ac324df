package bundle

import "strings"

// otherNames maps the names that other frameworks use to those that "fwrun" exports.
var otherNames = map[string]string{
	"Controller": "RestController", "Injectable": "Service", "Inject": "Autowired", "Repository": "Service",
	"Get": "GetMapping", "Post": "PostMapping", "Put": "PutMapping", "Patch": "PatchMapping", "Delete": "DeleteMapping",
	"Param": "PathVariable", "PathParam": "PathVariable", "Query": "RequestParam", "QueryParam": "RequestParam", "Body": "RequestBody",
	"ModelAttribute": "RequestBody", "RequestHeader": `RequestParam({ source: "header" })`, "CookieValue": `RequestParam({ source: "cookie" })`,
	"ResponseBody": "RestController", "Module": "Configuration", "HttpException": "HttpRestException",
	"ResponseStatusException": "HttpRestException", "Exclude": "JsonIgnore", "Expose": "JsonProperty", "JdbcTemplate": "SqlTemplate",
	"Req": "HttpRequest", "Request": "HttpRequest",
	"HttpServletRequest": "HttpRequest", "Res": "ResponseEntity", "Response": "ResponseEntity", "HttpServletResponse": "ResponseEntity",
	"MultipartFile": "HttpUploadedFile", "UploadedFile": "HttpUploadedFile", "UploadedFiles": "HttpUploadedFile",
	"OnModuleInit": "PostConstruct", "OnModuleDestroy": "PreDestroy", "OnApplicationBootstrap": "OnApplicationReady",
	"OnApplicationShutdown": "PreDestroy",
	"ConfigService":         "Environment", "forwardRef": "Lazy", "InjectRepository": "Autowired", "JpaRepository": "Repository",
	"CrudRepository": "Repository",
	"Entity":         "Table", "PrimaryColumn": "Id", "PrimaryGeneratedColumn": "Id", "GeneratedValue": "Id",
	"Cron": "Scheduled", "Interval": "Scheduled", "CacheInterceptor": "Cacheable", "CACHE_MANAGER": "CacheManager",
	"Throttle": "RateLimited", "RateLimiter": "RateLimited", "Secured": "RolesAllowed", "Roles": "RolesAllowed", "Public": "PermitAll",
	"BCryptPasswordEncoder": "PasswordEncoder",
	"RabbitListener":        "QueueListener", "KafkaListener": "QueueListener", "JmsListener": "QueueListener", "MessagePattern": "QueueListener",
	"EventPattern": "QueueListener", "Processor": "QueueListener",
	"RabbitTemplate": "QueueTemplate", "KafkaTemplate": "QueueTemplate", "JmsTemplate": "QueueTemplate", "InjectQueue": "QueueTemplate",
	"ClientProxy": "QueueTemplate",
	"HttpService": "HttpClient", "RestTemplate": "HttpClient", "RestClient": "HttpClient", "WebClient": "HttpClient",
	"CanActivate": "HandlerInterceptor", "NestMiddleware": "HandlerInterceptor", "Filter": "HandlerInterceptor",
	"NestInterceptor":  "ControllerInterceptor",
	"ControllerAdvice": "ErrorController", "RestControllerAdvice": "ErrorController", "ExceptionFilter": "ErrorController",
	"ExceptionHandler": "ErrorController", "Catch": "ErrorController",
	"ApiOperation": "Operation", "ApiOkResponse": "ApiResponse", "ApiCreatedResponse": "ApiResponse",
	"IsEmail": "Email", "IsUrl": "Url", "IsUUID": "Uuid", "IsIP": "Ip", "IsFQDN": "Hostname", "IsNotEmpty": "NotEmpty",
	"IsPositive": "Positive", "IsNegative": "Negative", "IsDivisibleBy": "MultipleOf", "IsIn": "OneOf", "Matches": "Pattern",
	"MinLength": "Length", "MaxLength": "Length", "ArrayMinSize": "Size", "ArrayMaxSize": "Size", "ArrayUnique": "Unique",
	"ArrayNotEmpty": "NotEmpty", "MinDate": "Future", "MaxDate": "Past", "DecimalMin": "Min", "DecimalMax": "Max",
	"ValidatorConstraint": "Constraint", "registerDecorator": "Constraint", "ValidateBy": "Constraint",
}

// otherWays lists the names of other frameworks for what is done otherwise here, or not at all.
var otherWays = []struct{ hint, names string }{
	{
		"fwrun has no WebSocket servers; it sends events to browsers: ResponseEntity.ok().withEvents(…)",
		"WebSocketGateway WebSocketServer SubscribeMessage MessageBody ConnectedSocket OnGatewayInit OnGatewayConnection OnGatewayDisconnect WsException " +
			"EnableWebSocket ServerEndpoint OnMessage OnOpen OnClose MessageMapping SendTo SimpMessagingTemplate",
	},
	{"return ResponseEntity.ok().withEvents(…) from a handler, with a generator", "Sse SseEmitter MessageEvent"},
	{"fwrun has no GraphQL; use the package graphql in a handler", "Resolver Mutation Args ObjectType InputType Field ResolveField QueryMapping " +
		"MutationMapping SchemaMapping"},
	{"fwrun has no gRPC; services talk by HTTP or by queues: HttpClient, QueueListener", "GrpcMethod GrpcStreamMethod GrpcService MicroserviceOptions"},
	{"fwrun has no event bus; call the service, or send a message: QueueTemplate", "OnEvent EventEmitter2 EventListener ApplicationEventPublisher " +
		"TransactionalEventListener EventBus CommandBus QueryBus CommandHandler EventsHandler QueryHandler"},
	{
		"demand roles with RolesAllowed, Authenticated or PreAuthorize, or guard paths with a HandlerInterceptor",
		"UseGuards SecurityFilterChain EnableWebSecurity AuthGuard MiddlewareConsumer",
	},
	{"a HandlerInterceptor names its paths itself, with @Interceptor(\"^/path\"); an Aspect wraps methods", "UseInterceptors UseFilters"},
	{
		"values are bound and checked by the types of the parameters; there are no pipes",
		"UsePipes PipeTransform ValidationPipe ParseIntPipe ParseFloatPipe ParseBoolPipe ParseUUIDPipe ParseEnumPipe DefaultValuePipe",
	},
	{
		"remove it: values are always checked against the type of the field or parameter",
		"IsString IsInt IsNumber IsBoolean IsArray IsDate IsObject IsEnum IsOptional ValidateNested Type Transform Valid " +
			"Validated NotNull Nullable Optional",
	},
	{
		"remove it: nothing has to be switched on, and all files of the folder are searched",
		"SpringBootApplication EnableAutoConfiguration ComponentScan EntityScan EnableScheduling EnableCaching EnableAsync EnableTransactionManagement " +
			"EnableRetry EnableWebMvc EnableJpaRepositories Global Import",
	},
	{"remove it: `fwrun <folder>` serves an application, which has no main program", "NestFactory SpringApplication bootstrap createApp"},
	{"a repository has no relations; join with SQL: SqlTemplate or @Query", "OneToMany ManyToOne ManyToMany OneToOne JoinColumn JoinTable"},
	{"set the status: ResponseEntity.status(201), or throw an HttpRestException", "HttpCode ResponseStatus"},
	{"set headers on what you return: ResponseEntity.ok().withHeader(name, value)", "Header"},
	{"read it with RequestParam({ source: \"header\" }), or from an HttpRequest", "Headers"},
	{
		"throw an HttpRestException with the status, such as new HttpRestException(404, \"no such user\")",
		"NotFoundException BadRequestException UnauthorizedException ForbiddenException ConflictException UnprocessableEntityException " +
			"InternalServerErrorException ServiceUnavailableException GoneException",
	},
	{"set server.cors.origins in config/application.yml", "CrossOrigin EnableCors"},
	{"write a comment above it: the OpenAPI document has it", "ApiProperty ApiPropertyOptional ApiTags ApiBody ApiParam ApiQuery Schema"},
	{"test with \"fwrun/test\": import { describe, it, expect, app } from \"fwrun/test\"", "Test TestingModule SpringBootTest MockMvc MockBean"},
	{"call configure({ profiles, properties }) of \"fwrun/test\" at the top level of the test file", "ActiveProfiles TestPropertySource"},
	{"fwrun has no circuit breakers; Retryable tries again, and http.clients bounds how long a request takes", "CircuitBreaker Bulkhead TimeLimiter"},
}

// Foreign returns what a name of another framework is here; empty if it is not known.
func Foreign(name string) string {
	if known := otherNames[name]; known != "" {
		return "in fwrun it is called " + known
	}
	for _, way := range otherWays {
		for known := range strings.SplitSeq(way.names, " ") {
			if known == name {
				return way.hint
			}
		}
	}
	return ""
}
