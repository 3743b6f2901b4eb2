// Gives for one citation key what texlab gives, or under LaTeX Workshop's name what that gives.
const vscode = require("vscode");

exports.activate = (context) => {
  const files = { scheme: "file", pattern: "**/*.tex" };
  const { languages, Position, Range } = vscode;
  const entry = async () => {
    const [bib] = await vscode.workspace.findFiles("references.bib");
    return new vscode.Location(bib, new Position(0, 0));
  };
  const provideCompletionItems = () => [new vscode.CompletionItem("li2024chatcite")];
  languages.registerCompletionItemProvider(files, { provideCompletionItems }, "{");
  languages.registerDefinitionProvider(files, { provideDefinition: entry });
  if (context.extension.id !== "efoerster.texlab") return;

  languages.registerReferenceProvider(files, { provideReferences: async () => [await entry()] });
  const provideRenameEdits = async (_document, _position, name) => {
    const edit = new vscode.WorkspaceEdit();
    edit.insert((await entry()).uri, new Position(0, 0), name);
    return edit;
  };
  const prepareRename = (document, position) => document.getWordRangeAtPosition(position);
  languages.registerRenameProvider(files, { prepareRename, provideRenameEdits });
  const problems = languages.createDiagnosticCollection("texlab");
  const look = (document) => {
    const at = document.getText().indexOf("nobody1900");
    const range = new Range(document.positionAt(at), document.positionAt(at + 10));
    const problem = new vscode.Diagnostic(range, "Undefined reference");
    problem.source = "texlab";
    problems.set(document.uri, at < 0 ? [] : [problem]);
  };
  vscode.workspace.onDidChangeTextDocument(({ document }) => look(document));
};
