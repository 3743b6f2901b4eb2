"""The language server: a face of the actions for editors. The only part that knows LSP."""
