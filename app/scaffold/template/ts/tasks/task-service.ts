import { HttpRestException, HttpStatus, Service, SqlTemplate, Value } from "fwrun";
import { NewTask, Task } from "./task";

/** The rules about tasks. */
@Service
export class TaskService {
  /** How many tasks a list shows; a setting of config/application.yml. */
  @Value("${tasks.limit}") limit: int = 100;

  constructor(private readonly sql: SqlTemplate) {}

  findAll(): Task[] {
    return this.sql.query("SELECT id, title, done FROM tasks ORDER BY id LIMIT ?", this.limit);
  }

  find(id: int): Task {
    const task = this.sql.queryForObject<Task>("SELECT id, title, done FROM tasks WHERE id = ?", id);
    if (!task) throw new HttpRestException(HttpStatus.NOT_FOUND, `there is no task ${id}`);
    return task;
  }

  create(task: NewTask): Task {
    return this.find(this.sql.update("INSERT INTO tasks (title) VALUES (:title)", task).generatedKey);
  }

  complete(id: int): Task {
    this.sql.update("UPDATE tasks SET done = TRUE WHERE id = ?", id);
    return this.find(id);
  }
}
