import { isInside } from './flat-tree.ts';
import { childNodesOf, closest, matches, queryAll, rectOf } from './natives.ts';

// Code editors draw only the lines in sight, and take their input through an element of their own that
// hardly shows. They are known by the classes that their packages have given them for years.

type Known = { readonly root: string; readonly input: string; readonly shown: string };

const known: readonly Known[] = [
  { root: '.monaco-editor', input: '.native-edit-context, textarea.inputarea', shown: '.view-lines' },
  { root: '.cm-editor', input: '.cm-content', shown: '.cm-content' },
  { root: '.CodeMirror', input: 'textarea, [contenteditable=true]', shown: '.CodeMirror-code' },
  { root: '.ace_editor', input: 'textarea.ace_text-input', shown: '.ace_text-layer' },
];

function editorAround(element: Element): { readonly root: Element; readonly kind: Known } | null {
  for (const kind of known) {
    const root = closest(element, kind.root);
    if (root !== null) return { root, kind };
  }
  return null;
}

/** The editor that an element belongs to; null for anything else. */
export function codeEditorOf(element: Element): Element | null {
  return editorAround(element)?.root ?? null;
}

/** The element through which the editor around an element takes its input. */
export function codeInputOf(element: Element): Element | null {
  const around = editorAround(element);
  if (around === null) return null;
  const inputs = queryAll(around.root, around.kind.input);
  return inputs.find((input) => isInside(input, element)) ?? inputs[0] ?? null;
}

export function isCodeInput(element: Element): boolean {
  const around = editorAround(element);
  return around !== null && matches(element, around.kind.input);
}

/** Where the lines in sight are drawn. */
export function codeLinesOf(element: Element): Element | null {
  const around = editorAround(element);
  return around === null ? null : (queryAll(around.root, around.kind.shown)[0] ?? around.root);
}

/** Lines of an editor that places each by itself, from top to bottom; they need not stand in this order. */
export function linesFromTop(lines: Element): readonly Element[] {
  return childNodesOf(lines)
    .filter((line) => line instanceof Element)
    .sort((a, b) => rectOf(a).top - rectOf(b).top);
}
