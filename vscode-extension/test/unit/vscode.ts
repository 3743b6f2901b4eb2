// VS Code as the unit tests have it: it notes what it is told to show.

/** What was shown, in order: the name of the function, and what it was given. */
export const told: { readonly name: string; readonly given: readonly unknown[] }[] = [];

function noting(name: string) {
  return (...given: unknown[]): Promise<unknown> => {
    told.push({ name, given });
    return Promise.resolve(given[0] instanceof Promise ? given[0] : window.taken);
  };
}

interface FakeUri {
  readonly path: string;
  readonly scheme?: string;
}

interface FakeEditor {
  readonly document: { readonly uri: FakeUri };
  readonly selection: { readonly active: { readonly line: number; readonly character: number } };
}

export const window = {
  /** The button that the user takes. */
  taken: undefined as string | undefined,
  activeTextEditor: undefined as FakeEditor | undefined,
  visibleTextEditors: [] as { readonly document: object; readonly viewColumn: number }[],
  showTextDocument: (...given: unknown[]): Promise<{ revealRange: () => void }> => {
    told.push({ name: "showTextDocument", given });
    return Promise.resolve({ revealRange: () => {} });
  },
  showErrorMessage: noting("showErrorMessage"),
  showWarningMessage: noting("showWarningMessage"),
  showInformationMessage: noting("showInformationMessage"),
  showQuickPick: async (rows: unknown, options: unknown): Promise<unknown> => {
    const given = (await rows) as readonly unknown[];
    told.push({ name: "showQuickPick", given: [given, options] });
    const isSeveral = (options as { canPickMany?: boolean }).canPickMany;
    return isSeveral ? given : given[0];
  },
  showInputBox: noting("showInputBox"),
  createStatusBarItem: () => ({ show: () => {}, hide: () => {}, dispose: () => {} }),
};
export const env = {
  openExternal: noting("openExternal"),
  clipboard: { copied: "", readText: (): Promise<string> => Promise.resolve(env.clipboard.copied) },
};
export const commands = { executeCommand: noting("executeCommand") };
export enum StatusBarAlignment {
  Left = 1,
}
export class ThemeColor {}
export const Uri = { parse: (text: string) => text };
export class Position {
  constructor(
    readonly line: number,
    readonly character: number,
  ) {}
}
export class Range {
  readonly given: readonly number[];

  constructor(...given: readonly number[]) {
    this.given = given;
  }
}
export enum ViewColumn {
  One = 1,
}
export enum TextEditorRevealType {
  InCenterIfOutsideViewport = 2,
}
type Listener = (change: object) => void;
export const workspace = {
  listeners: [] as Listener[],
  onDidChangeTextDocument: (listener: Listener) => {
    workspace.listeners.push(listener);
    return { dispose: () => workspace.listeners.splice(workspace.listeners.indexOf(listener), 1) };
  },
  textDocuments: [] as readonly object[],
  /** What can be opened. */
  documents: new Map<unknown, object>(),
  openTextDocument: (uri: unknown) =>
    workspace.documents.has(uri)
      ? Promise.resolve(workspace.documents.get(uri))
      : Promise.reject(new Error("gone")),
  workspaceFolders: undefined as readonly { readonly uri: FakeUri }[] | undefined,
  getWorkspaceFolder: (uri: FakeUri) =>
    workspace.workspaceFolders?.find((folder) => uri.path.startsWith(`${folder.uri.path}/`)),
  getConfiguration: () => ({
    update: noting("update"),
    inspect: () => ({
      globalValue: workspace.globalValue,
      workspaceValue: workspace.workspaceValue,
    }),
    get: (_name: string, otherwise?: unknown) => workspace.workspaceValue ?? otherwise,
  }),
  globalValue: undefined as unknown,
  workspaceValue: undefined as unknown,
};
export enum ConfigurationTarget {
  Global = 1,
  WorkspaceFolder = 3,
}
export const lm = {
  selectChatModels: (): Promise<readonly object[]> => Promise.resolve([]),
};
export const LanguageModelChatMessage = {
  User: (text: string) => ({ text }),
  Assistant: (text: string) => ({ text }),
};
export const LanguageModelChatToolMode = { Required: 2 };
export class LanguageModelTextPart {
  readonly value: string;

  constructor(value: string) {
    this.value = value;
  }
}
export class LanguageModelToolCallPart {
  readonly name: string;
  readonly input: unknown;

  constructor(_id: string, name: string, input: unknown) {
    this.name = name;
    this.input = input;
  }
}
