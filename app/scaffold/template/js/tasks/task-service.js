import { Autowired, HttpRestException, HttpStatus, Service, SqlTemplate, Value } from "fwrun";
import { NewTask, Task } from "./task.js";

/** The rules about tasks. */
@Service
export class TaskService {
  /** @type {SqlTemplate} */
  @Autowired sql;

  /** How many tasks a list shows; a setting of config/application.yml. */
  @Value("${tasks.limit}") limit = 100;

  /** @returns {list<Task>} */
  findAll() {
    return this.sql.query("SELECT id, title, done FROM tasks ORDER BY id LIMIT ?", this.limit);
  }

  /**
   * @param {int} id
   * @returns {Task}
   */
  find(id) {
    /** @type {?Task} */
    const task = this.sql.queryForObject("SELECT id, title, done FROM tasks WHERE id = ?", id);
    if (!task) throw new HttpRestException(HttpStatus.NOT_FOUND, `there is no task ${id}`);
    return task;
  }

  /**
   * @param {NewTask} task
   * @returns {Task}
   */
  create(task) {
    return this.find(this.sql.update("INSERT INTO tasks (title) VALUES (:title)", task).generatedKey);
  }

  /**
   * @param {int} id
   * @returns {Task}
   */
  complete(id) {
    this.sql.update("UPDATE tasks SET done = TRUE WHERE id = ?", id);
    return this.find(id);
  }
}
