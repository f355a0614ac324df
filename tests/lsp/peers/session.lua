-- A session of Neovim: opens, breaks, mends, renames and closes files of a new application, and ends the server.
-- Variables of the environment: FWRUN is the program, FOLDER that of the application.
local folder = vim.env.FOLDER

local function session()
  local function wait(what, condition)
    assert(vim.wait(30000, condition, 20), what)
  end
  local ended
  local client = vim.lsp.start_client({
    name = "fwrun", cmd = { vim.env.FWRUN, "lsp" }, root_dir = folder, init_options = { types = false },
    on_exit = function(code) ended = code end,
  })
  assert(client, "the server does not start")
  local function open(name)
    vim.cmd("edit " .. vim.fn.fnameescape(folder .. "/" .. name))
    local buffer = vim.api.nvim_get_current_buf()
    assert(vim.lsp.buf_attach_client(buffer, client), "it is not attached")
    return buffer
  end
  local function ask(buffer, method, params)
    params = params or {}
    params.textDocument = vim.lsp.util.make_text_document_params(buffer)
    local answers = assert(vim.lsp.buf_request_sync(buffer, method, params, 10000))
    return assert(answers[client]).result
  end
  local function replace(buffer, from, to)
    local text = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), "\n")
    local at, last = text:find(from, 1, true)
    assert(at, from)
    vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.split(text:sub(1, at - 1) .. to .. text:sub(last + 1), "\n"))
  end
  local function count(buffer) return #vim.diagnostic.get(buffer) end

  local controller = open("tasks/task-controller.ts")
  wait("it is not initialized", function()
    local known = vim.lsp.get_client_by_id(client)
    return known and known.initialized
  end)
  wait("no lenses", function() return #(ask(controller, "textDocument/codeLens") or {}) > 0 end)
  assert(count(controller) == 0)
  replace(controller, "TaskService)", "TaskServize)")
  wait("it is not broken", function() return count(controller) == 1 end)
  assert(vim.diagnostic.get(controller)[1].source == "fwrun")
  replace(controller, "TaskServize)", "TaskService)")
  wait("it is not mended", function() return count(controller) == 0 end)

  local service = open("tasks/task-service.ts")
  vim.fn.rename(folder .. "/tasks/task-service.ts", folder .. "/tasks/renamed.ts")
  vim.cmd("bwipeout! " .. service)
  local renamed = open("tasks/renamed.ts")
  wait("the import is not missed", function() return count(controller) == 1 end)
  replace(controller, "./task-service", "./renamed")
  wait("the import is still missed", function() return count(controller) == 0 end)
  assert(count(renamed) == 0)
  vim.cmd("bwipeout! " .. renamed)
  vim.cmd("bwipeout! " .. controller)
  vim.lsp.stop_client(client)
  wait("the server does not end", function() return ended ~= nil end)
  assert(ended == 0, "it ended with " .. ended)
end

local ok, problem = pcall(session)
io.stdout:write(ok and "done\n" or tostring(problem) .. "\n")
vim.cmd(ok and "qall!" or "cquit")
