import { bundlePage } from './page-bundle.ts';

// Pages with the editors and libraries that people meet, each the real package. `model()` tells what the
// editor itself holds.

const prosemirror = `
  import { EditorState } from 'prosemirror-state';
  import { EditorView } from 'prosemirror-view';
  import { schema } from 'prosemirror-schema-basic';
  import { exampleSetup } from 'prosemirror-example-setup';
  import { DOMParser } from 'prosemirror-model';
  import 'prosemirror-view/style/prosemirror.css';
  const start = document.createElement('div');
  start.innerHTML = '<p>old text</p><p>second</p>';
  const state = EditorState.create({ doc: DOMParser.fromSchema(schema).parse(start),
    plugins: exampleSetup({ schema, menuBar: false }) });
  window.view = new EditorView(document.querySelector('#host'), { state });
  window.model = () => view.state.doc.textBetween(0, view.state.doc.content.size, '\\n', '\\n');`;

const lexical = `
  import { createEditor, $getRoot, $createParagraphNode, $createTextNode } from 'lexical';
  import { registerRichText } from '@lexical/rich-text';
  import { registerHistory, createEmptyHistoryState } from '@lexical/history';
  const host = document.querySelector('#host');
  host.contentEditable = 'true';
  host.style.whiteSpace = 'pre-wrap';
  const editor = createEditor({ namespace: 'page', onError: (error) => { throw error; } });
  editor.setRootElement(host);
  registerRichText(editor);
  registerHistory(editor, createEmptyHistoryState(), 300);
  editor.update(() => {
    const paragraph = $createParagraphNode();
    paragraph.append($createTextNode('old text'));
    $getRoot().append(paragraph);
  });
  window.editor = editor;
  window.model = () => editor.getEditorState().read(() => $getRoot().getTextContent());`;

const quill = `
  import Quill from 'quill';
  import 'quill/dist/quill.snow.css';
  const quill = new Quill('#host', { theme: 'snow' });
  quill.setText('old text\\nsecond');
  window.model = () => quill.getText();`;

const codemirror = `
  import { EditorView, basicSetup } from 'codemirror';
  const lines = Array.from({ length: 500 }, (_, at) => 'old line ' + at).join('\\n');
  window.view = new EditorView({ parent: document.querySelector('#host'), doc: lines, extensions: [basicSetup,
    EditorView.theme({ '&': { height: '300px' } })] });
  window.model = () => view.state.doc.toString();`;

const monaco = `
  import * as monaco from 'monaco-editor/editor/editor.api.js';
  self.MonacoEnvironment = { getWorker: () => ({ postMessage() {}, addEventListener() {}, terminate() {} }) };
  const host = document.querySelector('#host');
  host.style.height = '300px';
  const value = Array.from({ length: 500 }, (_, at) => 'old line ' + at).join('\\n');
  window.editor = monaco.editor.create(host, { value, language: 'plaintext' });
  window.model = () => editor.getValue();`;

const react = `
  import { createElement as h, useState } from 'react';
  import { createRoot } from 'react-dom/client';
  function Page() {
    const [name, setName] = useState('old');
    const [kept, setKept] = useState('mine');
    const [upper, setUpper] = useState('');
    const [country, setCountry] = useState('no');
    const [agreed, setAgreed] = useState(false);
    const [due, setDue] = useState('');
    const [level, setLevel] = useState('3');
    const state = { name, kept, upper, country, agreed, due, level };
    return h('div', null,
      h('input', { id: 'name', value: name, onChange: (e) => setName(e.target.value) }),
      h('input', { id: 'kept', value: kept, onChange: () => setKept('mine') }),
      h('input', { id: 'upper', value: upper, onChange: (e) => setUpper(e.target.value.toUpperCase()) }),
      h('select', { id: 'country', value: country, onChange: (e) => setCountry(e.target.value) },
        h('option', { value: 'no' }, 'Norway'), h('option', { value: 'se' }, 'Sweden')),
      h('select', { id: 'fixed', value: 'a', onChange: () => undefined },
        h('option', { value: 'a' }, 'A'), h('option', { value: 'b' }, 'B')),
      h('input', { id: 'agreed', type: 'checkbox', checked: agreed, onChange: (e) => setAgreed(e.target.checked) }),
      h('input', { id: 'due', type: 'date', value: due, onChange: (e) => setDue(e.target.value) }),
      h('input', { id: 'level', type: 'range', max: 10, value: level, onChange: (e) => setLevel(e.target.value) }),
      h('output', { id: 'state' }, JSON.stringify(state)));
  }
  createRoot(document.querySelector('#host')).render(h(Page));`;

const masks = `
  import IMask from 'imask';
  document.querySelector('#host').innerHTML = '<input id="phone"><input id="date"><input id="money">';
  const on = (id, options) => IMask(document.querySelector(id), options);
  const phone = on('#phone', { mask: '+{1}(000)000-0000', lazy: false });
  const date = on('#date', { mask: Date, pattern: 'd{.}\`m{.}\`Y', lazy: false });
  const money = on('#money', { mask: Number, scale: 2, thousandsSeparator: ' ', radix: ',', mapToRadix: ['.'] });
  phone.value = '15550000000';
  window.model = () => [phone.unmaskedValue, date.value, money.typedValue];`;

const sources = { prosemirror, lexical, quill, codemirror, monaco, react, masks } as const;
export type EditorPage = keyof typeof sources;

/** The page of an editor or library, bundled now. */
export async function editorPage(name: EditorPage): Promise<string> {
  const script = (await bundlePage(sources[name])).replaceAll('</script', '<\\/script');
  return `<div id="host"></div><script>${script}</script>`;
}
