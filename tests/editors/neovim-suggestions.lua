-- Drives Neovim through suggested references; see tests/editors/test_real_editors.py.
-- CITELOOM_PYTHON and CITELOOM_FOLDER name the interpreter and a copy of examples/ whose introduction
-- ends with a sentence that a paper of the corpus fits.
local folder = os.getenv("CITELOOM_FOLDER")

local here = vim.fn.fnamemodify(debug.getinfo(1, "S").source:sub(2), ":p:h")
local session = dofile(here .. "/neovim-session.lua")
local check, lines = session.check, session.lines

local function run()
  local said, ready, wanted, seen = {}, false, "", {}
  vim.lsp.handlers["window/showMessage"] = function(_, result) table.insert(said, result.message) end
  vim.ui.select = function(items, _, answer)
    seen = {}
    for number, item in ipairs(items) do
      table.insert(seen, item[2].title)
      if vim.startswith(item[2].title, wanted) then return answer(item, number) end
    end
  end
  vim.cmd("edit " .. vim.fn.fnameescape(folder .. "/sections/introduction.tex"))
  local buffer = vim.api.nvim_get_current_buf()
  local id = vim.lsp.start_client({
    name = "citeloom",
    cmd = { os.getenv("CITELOOM_PYTHON"), "-m", "citeloom", "serve" },
    root_dir = folder,
    init_options = { fetch = "off" },
    on_init = function() ready = true end,
  })
  vim.lsp.buf_attach_client(buffer, id)
  check(vim.wait(60000, function() return ready end, 20), "initialized")
  local function act(title, holds)
    wanted = title
    vim.lsp.buf.code_action()
    check(vim.wait(60000, holds, 20), title .. ": " .. table.concat(seen, ", ") .. "; " .. table.concat(said, "; "))
  end

  local before = lines(buffer)
  vim.fn.cursor(vim.fn.search("may hallucinate"), 5)
  act("Find a paper for this", function()
    return #said > 0 and said[#said]:find("suggestion", 1, true)
  end)
  act("Cite Agarwal et al. (2024): LitLLM", function()
    return lines(buffer):find("may hallucinate \\citep{agarwal2024litllm}.", 1, true)
  end)
  local name = folder .. "/references.bib"
  local bib = vim.fn.bufnr(name)
  check(bib > 0 and lines(bib):find("@misc{agarwal2024litllm,", 1, true), "its entry is in the .bib")
  local on_disk = table.concat(vim.fn.readfile(name), "\n")
  check(not on_disk:find("agarwal2024litllm", 1, true), "which is the author's to write")
  vim.cmd("undo")
  check(lines(buffer) == before, "one undo takes the citation back")
  vim.api.nvim_buf_call(bib, function() vim.cmd("undo") end)
  check(lines(bib) == on_disk, "one undo takes the entry back")
  vim.cmd("redo")
  vim.api.nvim_buf_call(bib, function() vim.cmd("redo") end)
  vim.cmd("wall")
  check(table.concat(vim.fn.readfile(name), "\n"):find("agarwal2024litllm", 1, true), "both are written")

  session.stop(id)
end

session.finish(run)
