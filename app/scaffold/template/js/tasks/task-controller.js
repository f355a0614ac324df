import {
  Autowired,
  GetMapping,
  PathVariable,
  PostMapping,
  PutMapping,
  RequestBody,
  RequestMapping,
  ResponseEntity,
  RestController,
} from "fwrun";
import { NewTask } from "./task.js";
import { TaskService } from "./task-service.js";

/** Tasks over HTTP. */
@RestController
@RequestMapping("/tasks")
export class TaskController {
  /** @type {TaskService} */
  @Autowired tasks;

  @GetMapping
  list() {
    return this.tasks.findAll();
  }

  /** @param {int} id */
  @GetMapping("/{id}")
  find(@PathVariable id) {
    return this.tasks.find(id);
  }

  /** @param {NewTask} body */
  @PostMapping
  create(@RequestBody body) {
    const task = this.tasks.create(body);
    return ResponseEntity.created(`/tasks/${task.id}`).withJson(task);
  }

  /** @param {int} id */
  @PutMapping("/{id}/done")
  complete(@PathVariable id) {
    return this.tasks.complete(id);
  }
}
