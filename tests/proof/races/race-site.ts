import { type SmallSite, serveSite } from '../../e2e/small-site.ts';

// A page that plays one trick at a chosen moment while somebody acts in it. Every element that must not get anything tells the
// server when it gets trusted input, and so does the one that may; so what the page felt is known, whatever the tools say.

/** Told as `/right?<race>` and `/wrong?<race>&<what>`. */
const telling = `
  const told = (how, race, what) => navigator.sendBeacon('/' + how + '?' + race + '&' + what);
  const felt = ['pointerdown','mousedown','pointerup','mouseup','click','keydown','keypress','beforeinput','input'];
  const trap = (element, what, race) => { for (const type of felt) element.addEventListener(type, (event) => {
    if (event.isTrusted) told('wrong', race, what + ':' + type); }); return element; };`;

const traps = `<!doctype html><title>Elsewhere</title><style>*{margin:0}button,input{position:fixed;inset:0;width:100%;height:100%}</style>
  <button id="trap">Trap</button><input id="bait" style="height:20px;top:auto">
  <script>${telling}
    const race = location.hash.slice(1) || new URLSearchParams(location.search).get('race') || 'none';
    trap(document, 'document-elsewhere', race);
    addEventListener('message', ({ data }) => { if (data.take) { document.querySelector('#bait').focus(); }
      if (data.race) for (const one of ['#trap', '#bait']) trap(document.querySelector(one), 'frame', data.race); });
  </script>`;

const page = `<!doctype html><title>Race</title>
  <style>body{margin:0} #stage{position:relative;height:400px}
    #ok,#field{position:absolute;left:20px;width:200px;height:60px} #ok{top:20px} #field{top:120px}
    .over{position:absolute;left:0;top:0;width:300px;height:300px;z-index:9}
    #away{position:absolute;left:500px;top:20px}
    #frame{position:absolute;left:0;top:0;width:300px;height:300px;z-index:9;border:0}
    .hidden{left:-2000px !important}</style>
  <div id="stage"></div>
  <script>${telling}
  const stage = document.querySelector('#stage');
  const make = (html) => { const t = document.createElement('template'); t.innerHTML = html; return t.content.firstElementChild; };
  const right = (element, race) => { for (const type of ['click','input','keydown','mousedown']) element.addEventListener(type, (event) => {
    if (event.isTrusted) told('right', race, type); }); };
  function prepare(race, kind) {
    stage.replaceChildren(make('<button id="ok">Go on</button>'), make('<input id="field">'), make('<input id="away">'));
    trap(stage.querySelector('#away'), 'other-field', race);
    right(stage.querySelector('#ok'), race); right(stage.querySelector('#field'), race);
    const source = { 'frame-near': '/traps', 'frame-far': '{other}/traps', 'focus-frame': '{other}/traps' }[kind];
    if (source === undefined) return;
    const frame = make('<iframe id="frame" class="hidden"></iframe>');
    frame.src = source + '#' + race;
    stage.append(frame);
    return new Promise((done) => { frame.onload = () => { frame.contentWindow.postMessage({ race }, '*'); done(); }; });
  }
  const stand = (id, race, what) => {
    const other = make(id === 'ok' ? '<button>Delete all</button>' : '<input placeholder="Other">');
    other.style.cssText = 'position:absolute;left:20px;width:200px;height:60px;top:' + (id === 'ok' ? 20 : 120) + 'px';
    return trap(other, what, race); };
  const tricks = {
    none: () => {},
    overlay: (race) => stage.append(trap(make('<div class="over" role="button">Over</div>'), 'overlay', race)),
    swap: (race) => { for (const id of ['ok', 'field']) { stage.append(stand(id, race, 'swapped'));
      stage.querySelector('#' + id).style.left = '900px'; } },
    replace: (race) => { for (const id of ['ok', 'field']) { const old = stage.querySelector('#' + id);
      old.replaceWith(stand(id, race, 'replaced')); } },
    remove: () => { for (const id of ['ok', 'field']) stage.querySelector('#' + id)?.remove(); },
    'frame-near': () => stage.querySelector('#frame').classList.remove('hidden'),
    'frame-far': () => stage.querySelector('#frame').classList.remove('hidden'),
    'frame-new': (race) => { const frame = make('<iframe id="frame"></iframe>'); stage.append(frame);
      const inner = frame.contentDocument; inner.body.innerHTML = '<button style="position:fixed;inset:0;width:100%">Trap</button>';
      trap(inner.querySelector('button'), 'new-frame', race); },
    'shadow-closed': (race) => { const host = make('<div class="over"></div>'); stage.append(host);
      const root = host.attachShadow({ mode: 'closed' }); root.append(make('<button style="width:100%;height:100%">Trap</button>'));
      trap(root.firstElementChild, 'closed', race); },
    focus: () => stage.querySelector('#away').focus(),
    'focus-again': () => { for (let turn = 0; turn < 40; turn += 1) setTimeout(() => stage.querySelector('#away').focus(), turn * 5); },
    'focus-frame': () => { stage.querySelector('#frame').contentWindow.focus();
      stage.querySelector('#frame').contentWindow.postMessage({ take: true }, '*'); },
    'away-near': (race) => { location.href = '/traps?race=' + race; },
    'away-far': (race) => { location.href = '{other}/traps?race=' + race; },
    dialog: () => alert('Stop'),
  };
  </script>`;

export const tricks = [
  ...[
    'none',
    'overlay',
    'swap',
    'replace',
    'remove',
    'frame-near',
    'frame-far',
    'frame-new',
    'shadow-closed',
  ],
  ...['focus', 'focus-again', 'focus-frame', 'away-near', 'away-far', 'dialog'],
] as const;
export type Trick = (typeof tricks)[number];

export function serveRaces(): Promise<SmallSite> {
  const empty = { body: '', status: 204 };
  return serveSite({ '/': page, '/traps': traps, '/right': empty, '/wrong': empty });
}
