// Offers the server for agents to VS Code, whose user starts it under "MCP: List Servers".
import * as vscode from "vscode";
import { given } from "./configuration";
import type { Launch } from "./server/launch";
import type { Given } from "./settings";

/** A program that VS Code starts; it is asked for long before that. */
interface Definition {
  command: string;
  args: string[];
  env: Record<string, string>;
}

/** What VS Code has since 1.101; older ones, and some that are built on it, have nothing of it. */
interface WithAgents {
  readonly McpStdioServerDefinition?: new (
    label: string,
    command: string,
    args: string[],
    env: Record<string, string>,
    version: string,
  ) => Definition;
  readonly lm?: {
    registerMcpServerDefinitionProvider?(id: string, provider: object): vscode.Disposable;
  };
}

interface Launching {
  readonly launch: Launch | undefined;
  ready(): Promise<unknown>;
}

/** The id that package.json names. */
const ID = "citeloom";

/** Offers it for the open folders of a trusted window; nothing is started before its user does. */
export function offerToAgents(server: Launching, version: string): vscode.Disposable {
  const { McpStdioServerDefinition: Stdio, lm } = vscode as unknown as WithAgents;
  if (!Stdio || !lm?.registerMcpServerDefinitionProvider) return new vscode.Disposable(() => {});
  const changed = new vscode.EventEmitter<void>();
  const provider = {
    onDidChangeMcpServerDefinitions: changed.event,
    provideMcpServerDefinitions: () =>
      vscode.workspace.isTrusted && openFolders().length > 0
        ? [new Stdio("Citeloom", "citeloom", ["mcp"], {}, version)]
        : [],
    resolveMcpServerDefinition: async (definition: Definition) => {
      await server.ready();
      return server.launch && resolved(definition, server.launch, openFolders(), given());
    },
  };
  return vscode.Disposable.from(
    changed,
    lm.registerMcpServerDefinitionProvider(ID, provider),
    vscode.workspace.onDidChangeWorkspaceFolders(() => changed.fire()),
    vscode.workspace.onDidGrantWorkspaceTrust(() => changed.fire()),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("citeloom.agentLibraries")) changed.fire();
    }),
  );
}

/** Fills in the program that serves the editor, as it serves agents in these folders. */
export function resolved<T extends Definition>(
  definition: T,
  launch: Launch,
  folders: readonly string[],
  settings: Given,
): T {
  definition.command = launch.command;
  const libraries = settings("agentLibraries") === true ? ["--libraries"] : [];
  definition.args = [...launch.args.slice(0, -1), "mcp", ...libraries, ...folders];
  const given = Object.entries(launch.environment);
  definition.env = Object.fromEntries(
    given.filter((pair): pair is [string, string] => typeof pair[1] === "string"),
  );
  return definition;
}

function openFolders(): string[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folders.filter(({ uri }) => uri.scheme === "file").map(({ uri }) => uri.fsPath);
}
