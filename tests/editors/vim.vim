" Drives Vim with ALE through a session with `citeloom serve`; see tests/editors/test_real_editors.py.
" CITELOOM_PYTHON and CITELOOM_FOLDER name the interpreter and a copy of examples/. ALE shows no
" progress and makes no edit that a server asks for: it makes the edit of the code action.
set nocompatible hidden noswapfile nomodeline
filetype plugin on
let s:folder = $CITELOOM_FOLDER
let g:ale_echo_cursor = 0
let g:ale_lint_on_enter = 1
let g:ale_linters_explicit = 1
let g:ale_linters = {'tex': ['citeloom'], 'bib': ['citeloom']}
let g:ale_hover_to_preview = 1

packadd ale
for s:type in ['tex', 'bib']
  call ale#linter#Define(s:type, {
  \   'name': 'citeloom',
  \   'lsp': 'stdio',
  \   'executable': $CITELOOM_PYTHON,
  \   'command': '%e -m citeloom serve',
  \   'project_root': s:folder,
  \   'initialization_options': {'takes': ['workspace/applyEdit']},
  \})
endfor

function! s:Check(good, what) abort
  if !a:good | throw a:what | endif
  call s:Say('ok ' . a:what)
endfunction

function! s:Say(text) abort
  call writefile([a:text], s:folder . '/vim.log', 'a')
endfunction

function! s:WaitFor(seconds, test) abort
  let l:start = localtime()
  while !a:test()
    if localtime() - l:start > a:seconds | return 0 | endif
    sleep 50m
  endwhile
  return 1
endfunction

function! s:Buffer() abort
  return join(getline(1, '$'), "\n")
endfunction

function! s:PreviewText() abort
  for l:window in range(1, winnr('$'))
    if getwinvar(l:window, '&previewwindow')
      return join(getbufline(winbufnr(l:window), 1, '$'), "\n")
    endif
  endfor
  return ''
endfunction

" Take the code action whose title begins so, as a user does from ALE's menu.
let s:wanted = ''
let s:taken = 0
function! s:Menu(data, items) abort
  for l:item in a:items
    if stridx(l:item[1].title, s:wanted) == 0 && !s:taken
      let s:taken = 1
      call ale#codefix#ApplyLSPCodeAction(a:data, l:item[1])
    endif
  endfor
endfunction

function! s:Take(title) abort
  let s:wanted = a:title
  let s:taken = 0
  call ale#codefix#Execute(0, function('s:Menu'))
  return s:WaitFor(1, {-> s:taken})
endfunction

function! s:Run() abort
  execute 'edit ' . fnameescape(s:folder . '/sections/introduction.tex')
  call search('casey2019\zsframework')
  ALELint
  call s:Check(s:WaitFor(60, {-> !empty(filter(values(ale#lsp#GetConnections()), 'v:val.initialized'))}), 'initialized')
  ALEHover
  call s:Check(s:WaitFor(60, {-> s:PreviewText() =~# 'A Framework for Annotating'}), 'hover text')
  pclose
  let l:intro = s:Buffer()
  setlocal omnifunc=ale#completion#OmniFunc
  execute "normal! i\<C-x>\<C-o>\<Esc>"
  call s:Check(getline('.') =~# 'casey2019frameworkframework', 'completion item')
  undo
  call s:Check(s:Buffer() ==# l:intro, 'completion taken back')
  ALELint  " A script has no pauses, in which ALE would tell the server of the undo.

  execute 'edit ' . fnameescape(s:folder . '/sections/related.tex')
  call cursor(2, 4)
  ALELint
  let l:before = s:Buffer()
  call s:Check(s:WaitFor(60, {-> s:Take('Write related work')}), 'write')
  call s:Check(s:WaitFor(60, {-> s:Take('Insert related work')}), 'written')
  call s:Check(s:WaitFor(60, {-> s:Buffer() =~# 'citeloom:end'}), 'inserted')
  let l:after = s:Buffer()
  call s:Check(stridx(l:after, l:before . "\n\n% citeloom:begin ") == 0, "the author's text is as it was")
  call writefile(getline(1, '$'), s:folder . '/after.txt')
  undo
  call s:Check(s:Buffer() ==# l:before, 'one undo takes it back')
  call ale#lsp#StopAll()
endfunction

try
  call s:Run()
  call s:Say('PASSED')
catch
  call s:Say('FAILED ' . v:exception . ' ' . v:throwpoint)
  for s:connection in values(ale#lsp#GetConnections())
    call s:Say(string(s:connection.capabilities))
  endfor
  cquit 1
endtry
qall!
