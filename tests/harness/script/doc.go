// Package script runs the whole-program scripts of an area, *.txtar, against the real binary.
//
// The scripts (*.txtar) run the real binary, in a folder of their own, $WORK. Besides the
// commands of testscript (exec fwrun …, cmp, stdout, grep) they have these:
//
//	example <name>
//	    Copies scripts/examples/<name> to $WORK/<name>, in addition to the files of the script.
//	start <name> <folder> [NAME=value]… [flag]…
//	    Serves the folder on a free port, sets $URL and waits until it listens. The log of the
//	    process is in $WORK/<name>.log. `! start` expects it to fail, and leaves the
//	    log for the command stderr.
//	begin-start <name> <folder> [NAME=value]… [flag]…
//	    Like start, and does not wait.
//	listens <name>
//	    Waits until it listens, and sets $URL.
//	shutdown <name>
//	    Sends SIGTERM and expects the exit code 0.
//	http <METHOD> <path> [-H 'Name: value']… [-d <body>|-d @<file>] [-i <header>]…
//	    Sends a request to $URL, as JSON unless -H says otherwise, and prints the status,
//	    the headers that matter and those of -i, and the body. Redirects are not followed.
//	answer <status> [<body>]
//	    Compares with the last response, exactly.
//	header <Name> <value>
//	    Compares a header of the last response, its lines joined by " | ". `! header <Name>` expects
//	    that it is absent.
//	decode gzip|br|zstd
//	    Takes the content coding off the last response, and prints it again.
//	readme <file>
//	    Runs the curl commands of the file's console blocks against $URL, and compares
//	    with the answers shown there, where … matches any text. After a line with sleep, a
//	    command is repeated until its answer is the one that is shown.
//	guide <page> <folder>
//	    Writes the files of a page of docs/guide into the folder, and the page itself beside it, as <page>.md.
//
// For the command line and for stopping:
//
//	run <name> [NAME=value]… <argument>…
//	    Like start, with exactly these arguments.
//	run-file <name> <file> [NAME=value]… [argument]…
//	    Like run, for an executable that carries an application.
//	spoil <file> cut|change <bytes>
//	    Cuts bytes off the end of a file, or changes the one that is so many bytes before it.
//	exits <code> [NAME=value]… <argument>…
//	    Runs fwrun with these arguments to its end and expects the exit code. Its output
//	    is available to stdout, stderr and cmp. The document of migrate --json is held against docs/migrate.schema.json.
//	search [bare|secured]
//	    Sets $SEARCH to the URL of an empty OpenSearch node, which has the index management plugin unless it is bare. A
//	    secured one has TLS, with its certificate in the file $SEARCH_CA, and the users admin, who may do all, and
//	    kibanaro, who may read. The script is skipped where no node can be started.
//	taken <NAME>
//	    Sets the variable to a port that something else listens on.
//	signal <name> INT|TERM|KILL|HUP
//	    Sends a signal, and does not wait.
//	ended <name> <code>
//	    Waits until the process has ended, and expects the exit code, -1 after KILL. Its log is left for
//	    the command stderr.
//	logged <name> <regexp>
//	    Waits until the log has a line that matches.
//	from-log <NAME> <name> <regexp>
//	    Waits like logged, and sets the variable to what the first group matches.
//
// For terminals:
//
//	terminal <name> [NAME=value]… <argument>…
//	    Runs fwrun with these arguments on a terminal of its own.
//	type <name> <keys>
//	    Types, with Go's escapes: \r is Enter, \x03 is Ctrl-C.
//	resize <name> <columns> <rows>
//	    Gives the terminal another size; at first it has 120 columns and 40 rows.
//	hang-up <name>
//	    Closes the terminal, as when its window is closed.
//	sees <name> <regexp>
//	    Waits until the terminal has shown a match, after the match of the last sees.
//
// For slow requests, for many requests, and for requests that no client would send:
//
//	gate
//	    Starts a server that keeps every request to $GATE waiting.
//	waiting <n>
//	    Waits until n requests wait at the gate.
//	open
//	    Lets them pass, and those that come later.
//	begin <id> <METHOD> <path> [-H …] [-d …] [-i …]
//	    Sends a request as http does, and does not wait for its response.
//	finish <id>
//	    Waits for the response, and prints it as http does.
//	many <clients> <each> <METHOD> <path> [-H …] [-d …]
//	    Sends requests from several clients at once, and prints how many got which
//	    status, such as "400 × 200". $CLIENT and $N in the body are the client's number
//	    and the number of its request.
//	drain <name> <clients> <path>
//	    Lets clients that keep their connections GET a path again and again, sends
//	    SIGTERM while they do, and expects that every one of their requests was answered with
//	    200 until the server stopped listening, and the exit code 0.
//	reloaded <name>
//	    Waits until the result of one more change is logged. `! reloaded` expects that the
//	    application serves on as it was.
//	edit-under-load <name> <file> <edits> <clients> <path>
//	    Saves a file again and again, in the ways editors do, while clients that keep
//	    their connections GET the path. "edit 0" in the file becomes "edit 1" and so on,
//	    and the path has to answer with it; every fifth edit is broken. Every request must
//	    be answered with 200, on as many connections as there are clients.
//	raw <line>…
//	    Sends these lines, byte for byte after Go's escapes, and prints the response.
//	spellings <name> <file> [<prefix>]
//	    Sends the request lines of a file, byte for byte after Go's escapes, the targets
//	    after the prefix. None may get the answer that is protected by a guard of
//	    ^/admin(/|$), and scripts and the log must see the same path: see commands_paths_test.go.
//	    Prints how many got which status.
//	certificate <name> <host> [expired]
//	    Writes <name>.pem and <name>.key, signed by the authority that the client trusts,
//	    and beside them ca.pem, the authority's own.
//	shows <host> [<name> <regexp>]
//	    Connects to $URL until the server shows the certificate of that host and, if it is
//	    asked for, its log has a line that matches.
//	begin-run <name> [NAME=value]… <argument>…
//	    Like run, for a process that never listens, and does not wait.
//	stable
//	    Prints the last output again, with … for durations and trace ids.
//	repeat <file> <text> <n>
//	    Writes a text n times into a file.
//	upload <METHOD> <path> [<name>=<text>|<name>=@<file>[=<other>]]…
//	    Sends a form as browsers do, with files under their own names or others; name=@
//	    is an input for a file that was left empty.
//	upload-within <name> <most MiB> <MiB> <path> <field>
//	    Uploads a file of <MiB> MiB, and expects that the process never takes more than
//	    <most MiB> MiB of memory in addition to what it had before. Linux only.
//	left <n> <pattern>
//	    Waits until n files match.
//	damage <folder>
//	    Cuts off the end of every file in a folder.
//
// For telemetry:
//
//	collector [slow]
//	    Starts a receiver of OTLP over HTTP at $COLLECTOR. A slow one never answers.
//	traced <name> <spans> [attribute]…
//	    Waits until the last trace whose first span has the name has so many spans, and prints them as a tree: each with the
//	    service that has sent it, its kind, those of the attributes that it has, and its events.
//	npm <folder> <package@version> ...
//	    Installs a package. The script is skipped where that is not possible.
//	sent metric <name> | sent log <text> | sent header <Name: value>
//	    Waits until it was sent to the collector. A line of the log is printed, with the ids of its trace and span.
//
// For resources that run out:
//
//	descriptors [<name>] <n>
//	    Limits the files that a process may open: a running one (Linux only), or
//	    those that are started later.
//	connect <n>
//	    Opens connections to $URL and sends nothing on them.
//	disconnect
//	    Closes them.
//	until <status> <METHOD> <path> [-H …] [-d …] [-i …]
//	    Repeats a request until the response has the status.
//
// go test ./tests/<area> -update rewrites the files that cmp compares with.
package script
