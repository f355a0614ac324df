// The panes, in the order in which they are listed. A pane is a module in panes/ that exports title, order and Pane; it is fetched
// when it is first opened.
export const panes = [
  { id: "requests", title: "Requests", group: "Watch" },
  { id: "errors", title: "Errors", group: "Watch" },
  { id: "logs", title: "Logs", group: "Watch" },
  { id: "api", title: "API", group: "Try" },
  { id: "agents", title: "Agents", group: "Try" },
  { id: "beans", title: "Beans", group: "Inside" },
  { id: "config", title: "Configuration", group: "Inside" },
  { id: "schedules", title: "Schedules", group: "Inside" },
  { id: "queues", title: "Queues", group: "Inside" },
  { id: "caches", title: "Caches", group: "Inside" },
  { id: "database", title: "Database", group: "Data" },
  { id: "migrations", title: "Migrations", group: "Data" },
  { id: "health", title: "Health", group: "Process" },
  { id: "coverage", title: "Coverage", group: "Tests" },
];

const loaded = new Map();

/** Fetches the module of a pane, once. */
export function load(id) {
  if (!loaded.has(id)) {
    const module = import(`./panes/${id}.js`);
    module.catch(() => loaded.delete(id));
    loaded.set(id, module);
  }
  return loaded.get(id);
}
