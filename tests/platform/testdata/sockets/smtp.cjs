// A server for mail. It prints its port, and each mail that it gets.
const { SMTPServer } = require("smtp-server");
const server = new SMTPServer({
	onAuth: ({ username, password }, session, done) => username === "ada" && password === "secret" ? done(null, { user: username }) : done(new Error("no")),
	onData(stream, { secure, user }, done) {
		const chunks = [];
		stream.on("data", (chunk) => chunks.push(chunk)).on("end", () => {
			const text = String(Buffer.concat(chunks));
			console.log(JSON.stringify({ secure, user, subject: /^Subject: (.*)$/m.exec(text)[1].trim(), size: text.length > 1e5 }));
			done(null, "taken");
		});
	},
});
server.listen(0, "127.0.0.1", () => console.log(server.server.address().port));
