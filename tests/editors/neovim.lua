-- Drives Neovim through a session with `citeloom serve`; see tests/editors/test_real_editors.py.
-- CITELOOM_PYTHON and CITELOOM_FOLDER name the interpreter and a copy of examples/.
local folder = os.getenv("CITELOOM_FOLDER")

local here = vim.fn.fnamemodify(debug.getinfo(1, "S").source:sub(2), ":p:h")
local session = dofile(here .. "/neovim-session.lua")
local check, lines = session.check, session.lines

local function run()
  local said, stages, ready = {}, {}, false
  vim.lsp.handlers["window/showMessage"] = function(_, result) table.insert(said, result.message) end
  vim.lsp.handlers["$/progress"] = function(_, result)
    table.insert(stages, result.value.kind .. " " .. (result.value.message or ""))
  end
  vim.cmd("edit " .. vim.fn.fnameescape(folder .. "/sections/introduction.tex"))
  local id = vim.lsp.start_client({
    name = "citeloom",
    cmd = { os.getenv("CITELOOM_PYTHON"), "-m", "citeloom", "serve" },
    root_dir = folder,
    -- Neovim asks its user whether papers may be fetched and waits for a key; nobody is here.
    init_options = { fetch = "off" },
    on_init = function() ready = true end,
  })
  local function open(name)
    vim.cmd("edit " .. vim.fn.fnameescape(folder .. "/" .. name))
    local buffer = vim.api.nvim_get_current_buf()
    vim.lsp.buf_attach_client(buffer, id)
    return buffer
  end
  local function ask(buffer, method, params)
    local answers = vim.lsp.buf_request_sync(buffer, method, params, 20000)
    check(answers and answers[id] and not answers[id].err, method)
    return answers[id].result
  end

  local intro = open("sections/introduction.tex")
  check(vim.wait(60000, function() return ready end, 20), "initialized")
  vim.fn.search("casey2019framework")
  local hover = ask(intro, "textDocument/hover", vim.lsp.util.make_position_params())
  check(hover.contents.value:find("A Framework for Annotating", 1, true), "hover text")
  local found = ask(intro, "textDocument/completion", vim.lsp.util.make_position_params())
  check(found.isIncomplete and #found.items > 5, "completion items")

  local related = open("sections/related.tex")
  local before = lines(related)
  vim.api.nvim_win_set_cursor(0, { 2, 3 })
  local chosen
  vim.ui.select = function(items, _, answer)
    chosen = #items
    answer(items[1], 1)
  end
  vim.lsp.buf.code_action()
  check(vim.wait(60000, function()
    return #said > 0 and said[#said]:find("Related work written", 1, true)
  end, 50), "written: " .. table.concat(said, "; "))
  check(stages[1]:find("^begin") and stages[#stages]:find("^end"), "progress: " .. table.concat(stages, ", "))
  vim.lsp.buf.code_action()
  check(vim.wait(60000, function() return lines(related):find("citeloom:end", 1, true) end, 20), "inserted")
  local after = lines(related)
  check(vim.startswith(after, before .. "\n\n% citeloom:begin "), "the author's text is as it was")
  local out = assert(io.open(os.getenv("CITELOOM_FOLDER") .. "/after.txt", "w"))
  out:write(after)
  out:close()
  -- A written sentence is rewritten at once by a code action; nothing waits.
  vim.bo[related].undolevels = vim.bo[related].undolevels -- In a script no key parts two changes.
  vim.ui.select = function(items, _, answer)
    for number, item in ipairs(items) do
      if vim.startswith(item[2].title, "Compare with ") then return answer(item, number) end
    end
  end
  vim.fn.cursor(vim.fn.search("citet{xing2020automatic}"), 3)
  vim.lsp.buf.code_action()
  check(vim.wait(60000, function()
    return lines(related):find("While \\citet{xing2020automatic}", 1, true)
  end, 20), "rewritten: " .. table.concat(said, "; "))
  check(vim.wait(60000, function()
    return said[#said]:find("Revised (compare with ", 1, true)
  end, 20), "and that is said")
  vim.cmd("undo")
  check(lines(related) == after, "one undo takes the new sentence back")
  vim.cmd("undo")
  check(lines(related) == before, "one undo takes it back")
  session.stop(id)
end

session.finish(run)
