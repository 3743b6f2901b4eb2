;;; Drives Emacs with eglot through a session with `citeloom serve'. -*- lexical-binding: t -*-
;; See tests/editors/test_real_editors.py. CITELOOM_PYTHON and CITELOOM_FOLDER name the interpreter
;; and a copy of examples/.
(require 'package)
(package-initialize)
(require 'eglot)
(require 'cl-lib)

(defvar folder (file-name-as-directory (getenv "CITELOOM_FOLDER")))
(defvar said '())
(defvar stages '())

(defun check (good what)
  (unless good (error "%s" what))
  (message "ok %s" what))

(defun wait-for (seconds test)
  (with-timeout (seconds nil)
    (while (not (funcall test)) (accept-process-output nil 0.05))
    t))

(cl-defmethod eglot-handle-notification :before
  (_server (_method (eql window/showMessage)) &key message &allow-other-keys)
  (push message said))

(cl-defmethod eglot-handle-notification :before
  (_server (_method (eql $/progress)) &key _token value &allow-other-keys)
  (push (plist-get value :kind) stages))

(defun open-file (name)
  (find-file (concat folder name))
  (eglot--maybe-activate-editing-mode)
  (current-buffer))

(setq eglot-server-programs
      `(((latex-mode tex-mode bibtex-mode) . (,(getenv "CITELOOM_PYTHON") "-m" "citeloom" "serve")))
      eglot-confirm-server-initiated-edits nil
      eglot-sync-connect 60
      eglot-connect-timeout 60
      eglot-extend-to-xref t
      enable-local-variables nil
      create-lockfiles nil
      make-backup-files nil)
(defun position-params () (eglot--TextDocumentPositionParams))

(defun action-titled (start)
  (let ((actions (jsonrpc-request
                  (eglot-current-server) :textDocument/codeAction
                  (list :textDocument (eglot--TextDocumentIdentifier)
                        :range (list :start (eglot--pos-to-lsp-position (point))
                                     :end (eglot--pos-to-lsp-position (point)))
                        :context (list :diagnostics [])))))
    (cl-find-if (lambda (one) (string-prefix-p start (plist-get one :title))) actions)))

(defun take (action)
  (let ((command (plist-get action :command)))
    (jsonrpc-request (eglot-current-server) :workspace/executeCommand
                     (list :command (plist-get command :command)
                           :arguments (plist-get command :arguments))
                     :timeout 60)))

(condition-case failure
    (progn
      (open-file "sections/introduction.tex")
      (apply #'eglot (eglot--guess-contact))
      (check (wait-for 60 #'eglot-current-server) "initialized")
      (search-forward "casey2019")
      (let ((hover (jsonrpc-request (eglot-current-server) :textDocument/hover (position-params)))
            (found (jsonrpc-request (eglot-current-server) :textDocument/completion
                                    (position-params))))
        (check (string-match-p "A Framework for Annotating" (format "%s" hover)) "hover text")
        (check (= (length (plist-get found :items)) 1) "completion item"))
      (open-file "sections/related.tex")
      (check (wait-for 60 #'eglot-current-server) "attached")
      (goto-char (point-min))
      (search-forward "\\section")
      (buffer-enable-undo)
      (let ((before (buffer-string)))
        (take (action-titled "Write related work"))
        (check (wait-for 60 (lambda () (cl-some (lambda (one) (string-match-p "work written" one)) said)))
               "written")
        ;; Eglot has shown progress since 1.10.
        (when (plist-get (plist-get (eglot-client-capabilities (eglot-current-server)) :window)
                         :workDoneProgress)
          (check (and (wait-for 60 (lambda () (equal (car stages) "end")))
                      (equal (car (last stages)) "begin"))
                 "progress"))
        (undo-boundary)
        (take (action-titled "Insert related work"))
        (check (wait-for 60 (lambda () (string-match-p "citeloom:end" (buffer-string)))) "inserted")
        (let ((after (buffer-string)))
          (check (string-prefix-p (concat before "\n% citeloom:begin ") after)
                 "the author's text is as it was")
          (write-region after nil (concat folder "after.txt") nil 'quiet)
          (undo-boundary)
          (goto-char (point-min))
          (search-forward "citet{xing2020automatic}")
          (eglot--signal-textDocument/didChange)
          (take (action-titled "Compare with"))
          (check (wait-for 60 (lambda () (string-match-p "While .citet{xing2020automatic}" (buffer-string))))
                 "rewritten at once")
          (undo-boundary)
          (setq last-command nil)
          (undo)
          (check (equal (buffer-string) after) "one undo takes the new sentence back"))
        (setq last-command 'undo)
        (undo)
        (check (equal (buffer-string) before) "one undo takes it back")
        (set-buffer-modified-p nil))
      (eglot-shutdown (eglot-current-server) nil 10)
      (message "PASSED"))
  (error (message "FAILED %S" failure) (kill-emacs 1)))
(kill-emacs 0)
