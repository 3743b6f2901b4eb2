// The first rows of the tree: the questions that wait, and what a draft without a section can do.
import * as vscode from "vscode";
import { nameOf, type Question } from "../questions";
import { shown } from "../shown";

export interface QuestionNode {
  readonly kind: "question";
  readonly id: string;
  readonly question: Question;
}

export function questionNode(question: Question, number: number): QuestionNode {
  return { kind: "question", id: `question/${number}/${question.message}`, question };
}

/** A click on it shows the notification with its buttons. */
export function questionItem({ id, question }: QuestionNode): vscode.TreeItem {
  const { None } = vscode.TreeItemCollapsibleState;
  const color = new vscode.ThemeColor("list.warningForeground");
  return Object.assign(new vscode.TreeItem(shown(nameOf(question)), None), {
    id,
    tooltip: shown(question.message),
    iconPath: new vscode.ThemeIcon("question", color),
    command: { title: "Answer", command: "citeloom.showQuestion", arguments: [question] },
  });
}

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
