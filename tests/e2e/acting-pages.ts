import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SitePage } from './small-site.ts';

const page = (body: string): string => `<!doctype html><meta charset="utf-8"><title>Acting</title>${body}`;
const log = '<p id="log" style="min-height:20px"></p>';
const tell = (said: string): string => `onclick="top.postMessage('${said}', '*')"`;
const listen = `${log}<script>addEventListener('message', (e) => { log.textContent += e.data + ';'; })</script>`;

/** Pages on which acts have it hard: dialogs, frames, hidden tabs, busy scripts. */
export const actingPages: Readonly<Record<string, SitePage>> = {
  '/other': page('<p>Another page</p>'),
  '/plain': page(
    `<style>#tip { display: none } #menu:hover #tip { display: block }</style>${log}
     <button id="b" onclick="log.textContent += 'hit;'">Go</button> <input id="i" aria-label="Name">
     <div id="menu">Menu<span id="tip" role="tooltip">Tip text</span></div>
     <canvas id="c" width="200" height="100" onclick="log.textContent += event.offsetX + ',' + event.offsetY + ';'"></canvas>`,
  ),
  '/asks': page(
    `${log}<button id="timer" onclick="setTimeout(() => { log.textContent = confirm('Later?'); }, 0)">Timer</button>
     <button id="press" onmousedown="log.textContent = prompt('Reason', 'none')">Press</button>
     <button id="print" onclick="print(); log.textContent = 'printed'">Print</button>`,
  ),
  '/alerts': page(`<script>alert('On load')</script><p>After</p>`),
  '/asking-frame': page(`${listen}<iframe src="{other}/asked-in-frame"></iframe>`),
  '/asked-in-frame': page(
    `<button id="b" onclick="top.postMessage(String(confirm('In frame?')), '*')">Ask</button>`,
  ),
  '/unsaved': page(
    `<input id="i"><a id="away" href="/other">Away</a>
     <script>addEventListener('beforeunload', (e) => { e.preventDefault(); })</script>`,
  ),
  '/nested': page(
    `${listen}<div style="height:900px"></div><div style="transform:rotate(7deg) scale(.8);padding:30px">
     <iframe style="border:9px solid;padding:13px" width="500" height="300" src="{other}/middle"></iframe></div>`,
  ),
  '/middle': page(
    `<div style="height:400px"></div><div style="zoom:.9;height:220px;overflow:auto"><div style="height:500px">Scroll</div>
     <iframe width="300" height="160" src="{origin}/leaf"></iframe></div>`,
  ),
  '/leaf': page(`<div style="height:600px">Leaf</div><button id="b" ${tell('leaf')}>In leaf</button>`),
  '/covered-frame': page(
    `<div style="position:relative"><iframe width="300" height="150" src="{other}/leaf"></iframe>
     <div role="dialog" aria-label="Cover" style="position:absolute;inset:0;width:300px;height:160px;background:#eee">
     <button aria-label="Close" onclick="this.parentNode.remove()">X</button></div></div>`,
  ),
  '/scheme': page(
    `${log}<iframe id="f"></iframe><button id="go" onclick="f.src = 'made-up:x'">Scheme</button>
     <button id="b" onclick="log.textContent = 'after'">After</button>`,
  ),
  '/busy': page(
    `${log}<button id="b" onclick="const end = Date.now() + 3000; while (Date.now() < end); log.textContent = 'done'">Busy</button>`,
  ),
  '/leads': page(
    `<a id="link" href="/other">Link</a><button id="late" onclick="setTimeout(() => { location.href = '/other'; }, 0)">Late</button>
     <button id="fetch" onclick="fetch('/other').then(() => { document.querySelector('#log').textContent = 'fetched'; })">Fetch</button>
     ${log}<a id="blank" href="/other" target="_blank">Blank</a><a id="save" href="/file.csv">Save</a>
     <p id="going">Going</p><button id="gone" onclick="setTimeout(() => going.remove(), 300)">Remove</button>`,
  ),
  '/file.csv': {
    body: 'a,b\n',
    headers: { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="figures.csv"' },
  },
};

/** Writes an extension that shows a frame of its own in a page when the page's event `put` asks for it. */
export function writeFrameExtension(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const manifest = {
    manifest_version: 3,
    name: 'Shows a frame',
    version: '1',
    content_scripts: [{ matches: ['http://*/*'], js: ['content.js'], run_at: 'document_start' }],
    web_accessible_resources: [{ resources: ['frame.html'], matches: ['http://*/*'] }],
  };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'frame.html'), '<p>A frame of another extension</p>');
  writeFileSync(
    join(folder, 'content.js'),
    `addEventListener('put', () => {
       const frame = document.createElement('iframe');
       frame.id = 'theirs';
       frame.onload = () => document.documentElement.setAttribute('data-put', '');
       frame.src = chrome.runtime.getURL('frame.html');
       document.body.append(frame);
     });
     addEventListener('take', () => document.querySelector('#theirs').remove());`,
  );
  return folder;
}
