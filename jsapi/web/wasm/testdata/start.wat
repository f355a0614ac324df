;; A start function that calls a script.
(module
  (import "env" "start" (func $start))
  (start $start))
