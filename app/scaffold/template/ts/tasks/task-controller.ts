import {
  GetMapping,
  PathVariable,
  PostMapping,
  PutMapping,
  RequestBody,
  RequestMapping,
  ResponseEntity,
  RestController,
} from "fwrun";
import { NewTask, Task } from "./task";
import { TaskService } from "./task-service";

/** Tasks over HTTP. */
@RestController
@RequestMapping("/tasks")
export class TaskController {
  constructor(private readonly tasks: TaskService) {}

  @GetMapping
  list(): Task[] {
    return this.tasks.findAll();
  }

  @GetMapping("/{id}")
  find(@PathVariable id: int): Task {
    return this.tasks.find(id);
  }

  @PostMapping
  create(@RequestBody body: NewTask): ResponseEntity<Task> {
    const task = this.tasks.create(body);
    return ResponseEntity.created(`/tasks/${task.id}`).withJson(task);
  }

  @PutMapping("/{id}/done")
  complete(@PathVariable id: int): Task {
    return this.tasks.complete(id);
  }
}
