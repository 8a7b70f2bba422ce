import { type EditorPage, editorPage } from '../../../fakes/editor-pages.ts';
import { box, button } from '../caller.ts';
import { all, type FaultCase } from '../fault-case.ts';
import { sayScript } from '../fault-site.ts';

// Editors and a framework that keep a model of their own, each the real package: what the model holds is what counts.

const kind = 'editor';
const text = 'First line\nSecond “line”';

/** `model()` is the editor's own word for what it holds. */
function editorCase(editor: EditorPage): FaultCase {
  return {
    name: `editor-${editor}`,
    kind,
    pages: async () => ({
      '/': {
        // Bytes, since a bundle may hold by chance what stands for an address elsewhere.
        body: Buffer.from(
          `<!doctype html><meta charset="utf-8"><title>Note</title><script src="say.js"></script>${await editorPage(editor)}
           <button onclick="say(model().trim().replace(/\\s*\\n+/g, '/').replace(/\\u00a0/g, ' '))">Send</button><script>
           const field = document.querySelector('#host[contenteditable], #host [contenteditable=true], #host [role=textbox], #host textarea');
           field.setAttribute('role', 'textbox'); field.setAttribute('aria-label', 'Note');</script>`,
        ),
      },
      '/say.js': { body: sayScript, headers: { 'content-type': 'text/javascript' } },
    }),
    async play({ tool, site, said, accepts }) {
      await tool.open(site.at());
      const filled = await tool.fill({ ...box('Note'), css: '[aria-label=Note]' }, text);
      await tool.click(button('Send'));
      return all(await said(text.replaceAll('\n', '/')), accepts(filled));
    },
  };
}

const react: FaultCase = {
  name: 'react-form',
  kind,
  pages: async () => ({
    '/': {
      body: Buffer.from(
        `<!doctype html><meta charset="utf-8"><title>Form</title><script src="say.js"></script>${await editorPage('react')}
         <button onclick="say(JSON.parse(document.querySelector('#state').textContent).name)">Send</button><script>
         // React draws a moment later than it is asked to.
         const label = setInterval(() => { const field = document.querySelector('#name'); if (field) { field.setAttribute('aria-label', 'Name');
         document.querySelector('#kept').setAttribute('aria-label', 'Kept'); clearInterval(label); } }, 10);</script>`,
      ),
    },
    '/say.js': { body: sayScript, headers: { 'content-type': 'text/javascript' } },
  }),
  async play({ tool, site, said, accepts, refuses }) {
    await tool.open(site.at());
    const filled = await tool.fill(box('Name'), 'Åse');
    // React puts this one back; a tool that says nothing of it has said a thing that is not so.
    const kept = refuses(await tool.fill(box('Kept'), 'yours'));
    await tool.click(button('Send'));
    return all(await said('Åse'), accepts(filled), kept);
  },
};

const editors = ['prosemirror', 'lexical', 'quill', 'codemirror', 'monaco'] as const;

export const editorCases: readonly FaultCase[] = [...editors.map(editorCase), react];
