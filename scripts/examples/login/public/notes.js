const find = (id) => document.getElementById(id);

// ask sends a request; the browser adds the cookie of the session, and says that this page sends it.
async function ask(method, path, body) {
  const response = await fetch(path, {
    method,
    headers: body ? { "Content-Type": "application/json", Accept: "application/json" } : { Accept: "application/json" },
    body: body && JSON.stringify(body),
  });
  const text = await response.text();
  const answer = text && response.headers.get("Content-Type")?.includes("json") ? JSON.parse(text) : text;
  if (!response.ok) throw new Error(answer.detail ?? response.statusText);
  return answer;
}

async function show() {
  const me = await ask("GET", "me");
  find("login").hidden = me.name !== null;
  find("desk").hidden = me.name === null;
  if (me.name === null) return;
  find("who").textContent = `${me.name} (${me.roles.join(", ")})`;
  const notes = await ask("GET", "notes");
  find("notes").replaceChildren(...notes.map((note) => Object.assign(document.createElement("li"), { textContent: note.text })));
}

function on(id, event, work) {
  find(id).addEventListener(event, async (e) => {
    e.preventDefault();
    find("problem").textContent = "";
    try {
      await work(e);
      await show();
    } catch (problem) {
      find("problem").textContent = problem.message;
    }
  });
}

on("login", "submit", async (e) => {
  const { name, password } = Object.fromEntries(new FormData(e.target));
  if (e.submitter?.value === "sign-up") await ask("POST", "sign-up", { name, password });
  await ask("POST", "session", { name, password });
});
on("logout", "click", () => ask("DELETE", "session"));
on("add", "submit", async (e) => {
  await ask("POST", "notes", Object.fromEntries(new FormData(e.target)));
  e.target.reset();
});
await show();
