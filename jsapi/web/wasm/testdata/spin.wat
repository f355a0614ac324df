;; A start function that never ends.
(module (func $spin (loop (br 0))) (start $spin))
