// The first rows of the tree: what a draft without a section for related work can do.
import * as vscode from "vscode";
import { shown } from "../shown";

/** What can be done where a draft has no section for related work. */
export interface SectionNode {
  readonly kind: "section";
  readonly id: string;
  readonly label: string;
  readonly icon: string;
  readonly command: string;
}

export const WITHOUT_SECTION: readonly SectionNode[] = [
  {
    kind: "section",
    id: "section/add",
    label: "No Related-Work Section: Add One or Choose Another...",
    icon: "add",
    command: "citeloom.writeRelatedWork",
  },
  {
    kind: "section",
    id: "section/references",
    label: "Write About Chosen References...",
    icon: "checklist",
    command: "citeloom.writeAboutReferences",
  },
];

export function sectionItem({ id, label, icon, command }: SectionNode): vscode.TreeItem {
  return Object.assign(new vscode.TreeItem(shown(label), vscode.TreeItemCollapsibleState.None), {
    id,
    tooltip: label,
    iconPath: new vscode.ThemeIcon(icon),
    command: { title: label, command },
  });
}
