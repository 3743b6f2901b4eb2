;;; Drives Emacs with lsp-mode through a session with `citeloom serve'. -*- lexical-binding: t -*-
;; See tests/editors/test_real_editors.py. CITELOOM_PYTHON and CITELOOM_FOLDER name the interpreter
;; and a copy of examples/.
(require 'package)
(package-initialize)
(require 'lsp-mode)
(require 'cl-lib)

(defvar folder (file-name-as-directory (file-truename (getenv "CITELOOM_FOLDER"))))
(defvar said '())
(defvar stages '())

(defun check (good what)
  (unless good (error "%s" what))
  (message "ok %s" what))

(defun wait-for (seconds test)
  (with-timeout (seconds nil)
    (while (not (funcall test)) (accept-process-output nil 0.05))
    t))

(setq lsp-session-file (concat folder "../lsp-session")
      lsp-auto-guess-root nil
      lsp-enable-file-watchers nil
      lsp-enable-snippet nil
      lsp-enable-symbol-highlighting nil
      lsp-headerline-breadcrumb-enable nil
      lsp-modeline-code-actions-enable nil
      lsp-modeline-diagnostics-enable nil
      lsp-diagnostics-provider :none
      lsp-completion-provider :none
      lsp-warn-no-matched-clients nil
      lsp-response-timeout 60
      lsp-progress-function
      (lambda (_ params)
        (push (lsp:work-done-progress-begin-kind (lsp:progress-params-value params)) stages))
      enable-local-variables nil
      create-lockfiles nil
      make-backup-files nil)
(lsp-register-client
 (make-lsp-client
  :new-connection (lsp-stdio-connection (list (getenv "CITELOOM_PYTHON") "-m" "citeloom" "serve"))
  :major-modes '(latex-mode tex-mode bibtex-mode)
  :priority 9
  :server-id 'citeloom))
(add-to-list 'lsp-language-id-configuration '(bibtex-mode . "bibtex"))
(lsp-workspace-folders-add folder)

(advice-add 'lsp--window-show-message :before
            (lambda (_ params) (push (lsp:show-message-request-params-message params) said)))

(defun open-file (name)
  (find-file (concat folder name))
  (lsp)
  (check (wait-for 60 (lambda () (cl-some (lambda (one) (eq 'initialized (lsp--workspace-status one)))
                                          (lsp-workspaces))))
         (concat "attached to " name)))

(defun action-titled (start)
  (cl-find-if (lambda (one) (string-prefix-p start (lsp:code-action-title one)))
              (lsp-code-actions-at-point)))

(condition-case failure
    (progn
      (open-file "sections/introduction.tex")
      (search-forward "casey2019")
      (let ((hover (lsp-request "textDocument/hover" (lsp--text-document-position-params)))
            (found (lsp-request "textDocument/completion" (lsp--text-document-position-params))))
        (check (string-match-p "A Framework for Annotating" (format "%s" (lsp:hover-contents hover)))
               "hover text")
        (check (= (length (lsp:completion-list-items found)) 1) "completion item"))
      (open-file "sections/related.tex")
      (goto-char (point-min))
      (search-forward "\\section")
      (buffer-enable-undo)
      (let ((before (buffer-string)))
        (lsp-execute-code-action (action-titled "Write related work"))
        (check (wait-for 60 (lambda () (cl-some (lambda (one) (string-match-p "work written" one)) said)))
               "written")
        (check (and (wait-for 60 (lambda () (equal (car stages) "end")))
                    (equal (car (last stages)) "begin"))
               "progress")
        (undo-boundary)
        (lsp-execute-code-action (action-titled "Insert related work"))
        (check (wait-for 60 (lambda () (string-match-p "citeloom:end" (buffer-string)))) "inserted")
        (let ((after (buffer-string)))
          (check (string-prefix-p (concat before "\n% citeloom:begin ") after)
                 "the author's text is as it was")
          (write-region after nil (concat folder "after.txt") nil 'quiet))
        (undo-boundary)
        (setq last-command nil)
        (undo)
        (check (equal (buffer-string) before) "one undo takes it back")
        (set-buffer-modified-p nil))
      (let ((process (lsp--workspace-proc (car (lsp-workspaces)))))
        (lsp-workspace-shutdown (car (lsp-workspaces)))
        (check (wait-for 60 (lambda () (not (process-live-p process)))) "stopped"))
      (message "PASSED"))
  (error (message "FAILED %S" failure) (kill-emacs 1)))
(kill-emacs 0)
