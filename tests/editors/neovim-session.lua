-- What sessions of Neovim with `citeloom serve` share; CITELOOM_PYTHON names the interpreter.
local session = {}

function session.check(good, what)
  if not good then error(what, 2) end
  print("ok " .. what)
end

function session.lines(buffer)
  return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), "\n")
end

function session.stop(id)
  vim.lsp.stop_client(id)
  session.check(vim.wait(60000, function() return vim.lsp.get_client_by_id(id) == nil end, 20), "stopped")
end

function session.finish(run)
  local good, failure = xpcall(run, debug.traceback)
  if good then
    print("PASSED")
    vim.cmd("qall!")
  else
    print("FAILED " .. failure)
    vim.cmd("cquit 1")
  end
end

return session
