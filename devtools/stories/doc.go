// Package stories remembers the latest requests and what each has done, in a bounded memory.
//
// A [Recorder] begins a [Story] for each request, call of a tool, message or run of a schedule. The story lies in the context of the work;
// what is done on its behalf adds a [Step]:
//
//	story := recorder.Begin(stories.HTTP, time.Now())
//	ctx = stories.With(ctx, story)
//	stories.Of(ctx).Add(stories.Step{Kind: stories.SQL, Text: "SELECT 1"})
//	story.End(&stories.End{Method: "GET", Path: "/users", Status: 200})
//
// The parts of an application know nothing of stories: they have a hook each, which is nil where nothing is remembered (host.Follower,
// data.OnRan, aspects.Passage, mcp.ToolCall and others), and package app joins the two.
//
// Where nothing is remembered a Story is nil, and all of its methods do nothing. What is secret is masked before it is kept. The oldest
// stories give way as soon as all together take more memory than is allowed. [Recorder.Endpoints] and
// [Recorder.Subscribe] show what is remembered, as JSON.
package stories
